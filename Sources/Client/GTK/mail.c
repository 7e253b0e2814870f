/* A mail app in GTK 4 whose place is the same on every device: tabs, stacks and modals are shown as the
   scene has them, and each click is an intent. The app keeps no place of its own.

       cc mail.c -o mail $(pkg-config --cflags --libs navsync gtk4 json-glib-1.0)
       ./mail [OPTIONS]                          an object, as navsync_open takes it */

#include <glib-unix.h>
#include <gtk/gtk.h>
#include <json-glib/json-glib.h>
#include <navsync.h>

static const char *const declaration =
    "{\"version\": 1, \"tabs\": ["
    "  {\"id\": \"inbox\", \"title\": \"Inbox\", \"stack\": [{\"route\": \"mail://inbox\", \"title\": \"Inbox\"}]},"
    "  {\"id\": \"sent\", \"title\": \"Sent\", \"stack\": [{\"route\": \"mail://sent\", \"title\": \"Sent\"}]},"
    "  {\"id\": \"settings\", \"title\": \"Settings\","
    "   \"stack\": [{\"route\": \"mail://settings\", \"title\": \"Settings\"}]}]}";

typedef struct {
    navsync_client *client;
    guint source;
    GtkWidget *window;
    GtkWidget *status;
    const char *options;
    int result;
} App;

/* Shows an error at the foot of the window. */
static void complain (App *app, const char *sentence)
{
    g_printerr ("mail: %s\n", sentence);
    if (app->status)
        gtk_label_set_text (GTK_LABEL (app->status), sentence);
}

/* Frees the text of a call, and shows that of an error; returns if there was none. */
static gboolean done (App *app, navsync_code code, char *text)
{
    if (code != NAVSYNC_OK)
        complain (app, text ? text : "out of memory");
    navsync_free (text);
    return code == NAVSYNC_OK;
}

/* Performs an intent of pairs of a name and a text; the scene's event shows it. */
static void perform (App *app, const char *kind, const char *name, const char *value,
                     const char *second, const char *text)
{
    JsonBuilder *builder = json_builder_new ();
    json_builder_begin_object (builder);
    json_builder_set_member_name (builder, "kind");
    json_builder_add_string_value (builder, kind);
    if (name) {
        json_builder_set_member_name (builder, name);
        json_builder_add_string_value (builder, value);
    }
    if (second) {
        json_builder_set_member_name (builder, second);
        json_builder_add_string_value (builder, text);
    }
    json_builder_end_object (builder);
    JsonNode *root = json_builder_get_root (builder);
    char *intent = json_to_string (root, FALSE);
    char *result = NULL;
    navsync_code code = navsync_perform (app->client, NULL, intent, &result);
    done (app, code, result);
    g_free (intent);
    json_node_unref (root);
    g_object_unref (builder);
}

/* A button's click: its intent is in its data. */
static void clicked (GtkButton *button, gpointer data)
{
    GObject *object = G_OBJECT (button);
    perform (data, g_object_get_data (object, "kind"), g_object_get_data (object, "name"),
             g_object_get_data (object, "value"), g_object_get_data (object, "second"),
             g_object_get_data (object, "text"));
}

static GtkWidget *add_button (App *app, GtkWidget *box, const char *label, const char *kind,
                              const char *name, const char *value)
{
    GtkWidget *button = gtk_button_new_with_mnemonic (label);
    g_object_set_data (G_OBJECT (button), "kind", (gpointer) kind);
    g_object_set_data (G_OBJECT (button), "name", (gpointer) name);
    g_object_set_data_full (G_OBJECT (button), "value", g_strdup (value), g_free);
    g_signal_connect (button, "clicked", G_CALLBACK (clicked), app);
    gtk_box_append (GTK_BOX (box), button);
    return button;
}

static const char *text_of (JsonObject *object, const char *name, const char *otherwise)
{
    return json_object_get_string_member_with_default (object, name, otherwise);
}

/* Returns the tab that is selected; NULL if there is none. */
static JsonObject *selected_tab (JsonObject *scene)
{
    const char *selected = text_of (scene, "selectedTab", NULL);
    JsonArray *tabs = json_object_get_array_member (scene, "tabs");
    for (guint i = 0; selected && i < json_array_get_length (tabs); i++) {
        JsonObject *tab = json_array_get_object_element (tabs, i);
        if (strcmp (text_of (tab, "id", ""), selected) == 0)
            return tab;
    }
    return NULL;
}

/* Shows the topmost modal, whose answer is the first that any device gives. */
static void show_modal (App *app, GtkWidget *page, JsonObject *modal)
{
    const char *id = text_of (modal, "id", "");
    const char *title = text_of (modal, "title", text_of (modal, "route", ""));
    gtk_box_append (GTK_BOX (page), gtk_label_new (title));
    GtkWidget *cancel = add_button (app, page, "_Cancel", "answerModal", "modal", id);
    GtkWidget *preferred = add_button (app, page, "_OK", "answerModal", "modal", id);
    g_object_set_data (G_OBJECT (cancel), "second", (gpointer) "answer");
    g_object_set_data (G_OBJECT (cancel), "text", (gpointer) "cancel");
    g_object_set_data (G_OBJECT (preferred), "second", (gpointer) "answer");
    g_object_set_data (G_OBJECT (preferred), "text", (gpointer) "preferred");
    gtk_window_set_title (GTK_WINDOW (app->window), title);
}

/* Shows the stack of the selected tab: its screens, the topmost as the title. */
static void show_stack (App *app, GtkWidget *page, JsonObject *tab)
{
    JsonArray *stack = json_object_get_array_member (tab, "stack");
    guint count = json_array_get_length (stack);
    const char *title = text_of (tab, "title", "");
    for (guint i = 0; i < count; i++) {
        JsonObject *screen = json_array_get_object_element (stack, i);
        title = text_of (screen, "title", text_of (screen, "route", ""));
        gtk_box_append (GTK_BOX (page), gtk_label_new (title));
    }
    gtk_window_set_title (GTK_WINDOW (app->window), title);
    char *route = g_strdup_printf ("mail://%s/%u", text_of (tab, "id", ""), count);
    GtkWidget *back = add_button (app, page, "_Back", "pop", NULL, NULL);
    gtk_widget_set_sensitive (back, count > 1);
    add_button (app, page, "_Next message", "push", "route", route);
    GtkWidget *ask = add_button (app, page, "_Delete", "presentModal", "route", "mail://delete");
    g_object_set_data (G_OBJECT (ask), "second", (gpointer) "title");
    g_object_set_data (G_OBJECT (ask), "text", (gpointer) "Delete the message?");
    g_free (route);
}

/* Builds the window anew, from the object of an event. */
static void show (App *app, JsonObject *event)
{
    JsonObject *scene = json_object_get_object_member (event, "scene");
    JsonArray *modals = json_object_get_array_member (scene, "modals");
    JsonArray *tabs = json_object_get_array_member (scene, "tabs");
    JsonObject *selected = selected_tab (scene);
    GtkWidget *page = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
    gtk_widget_set_vexpand (page, TRUE);
    GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
    gtk_box_set_homogeneous (GTK_BOX (bar), TRUE);
    guint presented = json_array_get_length (modals);
    if (presented > 0)
        show_modal (app, page, json_array_get_object_element (modals, presented - 1));
    else if (selected)
        show_stack (app, page, selected);
    for (guint i = 0; i < json_array_get_length (tabs); i++) {
        JsonObject *tab = json_array_get_object_element (tabs, i);
        char *label = g_strdup_printf ("_%u %s", i + 1, text_of (tab, "title", ""));
        GtkWidget *button =
            add_button (app, bar, label, "selectTab", "tab", text_of (tab, "id", ""));
        gtk_button_set_has_frame (GTK_BUTTON (button), tab == selected);
        gtk_widget_set_sensitive (button, presented == 0);
        g_free (label);
    }
    GtkWidget *content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
    char *status = g_strdup_printf ("%s, revision %" G_GINT64_FORMAT, text_of (event, "status", ""),
                                    json_object_get_int_member (event, "revision"));
    app->status = gtk_label_new (status);
    g_free (status);
    gtk_box_append (GTK_BOX (content), page);
    gtk_box_append (GTK_BOX (content), app->status);
    gtk_box_append (GTK_BOX (content), bar);
    gtk_window_set_child (GTK_WINDOW (app->window), content);
}

/* Takes one event: the scene, or the outcome of a change that the daemon did not take as it was. */
static void take (const char *text, void *data)
{
    App *app = data;
    JsonParser *parser = json_parser_new ();
    if (json_parser_load_from_data (parser, text, -1, NULL)) {
        JsonObject *event = json_node_get_object (json_parser_get_root (parser));
        const char *kind = text_of (event, "event", "");
        if (strcmp (kind, "scene") == 0)
            show (app, event);
        else if (strcmp (kind, "access") == 0 && strcmp (text_of (event, "access", ""), "full") != 0)
            complain (app, "this device may not change anything");
        else if (strcmp (kind, "outcome") == 0 && json_object_get_null_member (event, "error") == FALSE)
            complain (app, text_of (json_object_get_object_member (event, "error"), "message", ""));
    }
    g_object_unref (parser);
}

static gboolean readable (int fd, GIOCondition condition, gpointer data)
{
    (void) fd;
    (void) condition;
    navsync_dispatch (((App *) data)->client, take, data);
    return G_SOURCE_CONTINUE;
}

static void activate (GtkApplication *application, gpointer data)
{
    App *app = data;
    char *text = NULL;
    app->window = gtk_application_window_new (application);
    gtk_window_set_default_size (GTK_WINDOW (app->window), 360, 480);
    gtk_window_present (GTK_WINDOW (app->window));
    if (!done (app, navsync_open (app->options, &app->client, &text), text)) {
        app->result = 1;
        return g_application_quit (G_APPLICATION (application));
    }
    app->source = g_unix_fd_add (navsync_fd (app->client), G_IO_IN, readable, app);
    text = NULL;
    done (app, navsync_declare (app->client, NULL, declaration, &text), text);
}

static gboolean quit (gpointer application)
{
    g_application_quit (application);
    return G_SOURCE_REMOVE;
}

int main (int count, char **arguments)
{
    App app = { .options = count > 1 ? arguments[1] : NULL };
    GtkApplication *application = gtk_application_new ("example.navsync.mail", G_APPLICATION_NON_UNIQUE);
    g_signal_connect (application, "activate", G_CALLBACK (activate), &app);
    g_unix_signal_add (SIGTERM, quit, application);
    g_application_run (G_APPLICATION (application), 1, arguments);
    if (app.source)
        g_source_remove (app.source);
    navsync_close (app.client);
    g_object_unref (application);
    return app.result;
}
