"use strict";
// A device in the browser: shows what the server's mirror shows, keeps each gesture in IndexedDB
// until the server has it, and hands it over once, whichever page of this browser made it.

const part = (id) => document.getElementById(id);
const make = (tag, name) => { const node = document.createElement(tag); if (name) node.className = name; return node; };

// ---- Words ----

const table = {
  en: { live: "live", syncing: "catching up", feedBlocked: "polling", offline: "daemon unreachable", refused: "refused by the daemon", lost: "no connection to the server", waiting: "{} waiting", kept: "{} kept in this browser", undo: "Undo", redo: "Redo", open: "Open…", who: "Who is here", here: "Here now", own: "this browser", route: "Route", title: "Title", modal: "as a modal", cancel: "Cancel", push: "Open", dismiss: "Read", close: "Close", tools: "Changes", viewer: "viewer: changes nothing", stranger: "This browser is no device yet. Open the address that 'navctl web' or 'navctl device invite --web' prints; each address works once.", removed: "This browser was removed and is no device any more. Gestures that it had kept are discarded. A new address makes it a device again.", joining: "Joining…", full: "This server has {} browsers already. Remove one, and open the address again.", bar: "Bar", storage: "This browser keeps no data for this page, so gestures can't be kept through a loss of the connection." },
  ko: { live: "실시간", syncing: "동기화 중", feedBlocked: "주기적으로 확인 중", offline: "데몬에 연결할 수 없음", refused: "데몬이 거부함", lost: "서버에 연결되지 않음", waiting: "{}개 대기 중", kept: "{}개를 이 브라우저에 보관 중", undo: "실행 취소", redo: "다시 실행", open: "열기…", who: "접속한 기기", here: "지금 접속 중", own: "이 브라우저", route: "경로", title: "제목", modal: "모달로", cancel: "취소", push: "열기", dismiss: "읽음", close: "닫기", tools: "변경", viewer: "보기 전용", stranger: "이 브라우저는 아직 기기가 아닙니다. 'navctl web' 또는 'navctl device invite --web'이 출력한 주소를 여십시오. 각 주소는 한 번만 쓸 수 있습니다.", removed: "이 브라우저는 제거되어 더 이상 기기가 아닙니다. 보관하던 동작은 버려졌습니다. 새 주소를 열면 다시 기기가 됩니다.", joining: "참여하는 중…", full: "이 서버에는 이미 브라우저가 {}개 있습니다. 하나를 제거한 다음 주소를 다시 여십시오.", bar: "막대", storage: "이 브라우저가 이 페이지의 데이터를 저장하지 않아, 연결이 끊기면 동작을 보관할 수 없습니다." },
  ar: { live: "مباشر", syncing: "جارٍ اللحاق", feedBlocked: "تحقّق دوري", offline: "تعذّر الوصول إلى الخادم المحلي", refused: "رفضه الخادم المحلي", lost: "لا اتصال بالخادم", waiting: "{} قيد الانتظار", kept: "{} محفوظ في هذا المتصفح", undo: "تراجع", redo: "إعادة", open: "فتح…", who: "من هنا", here: "هنا الآن", own: "هذا المتصفح", route: "المسار", title: "العنوان", modal: "كنافذة", cancel: "إلغاء", push: "فتح", dismiss: "مقروء", close: "إغلاق", tools: "التغييرات", viewer: "للعرض فقط", stranger: "هذا المتصفح ليس جهازًا بعد. افتح العنوان الذي يطبعه «navctl web» أو «navctl device invite --web»؛ كل عنوان يعمل مرة واحدة.", removed: "أُزيل هذا المتصفح ولم يعد جهازًا. أُهملت الإيماءات التي كان يحفظها. عنوان جديد يجعله جهازًا مرة أخرى.", joining: "جارٍ الانضمام…", full: "لدى هذا الخادم {} متصفحًا بالفعل. أزِل واحدًا ثم افتح العنوان مرة أخرى.", bar: "شريط", storage: "لا يحفظ هذا المتصفح بيانات هذه الصفحة، فلا يمكن حفظ الإيماءات عند انقطاع الاتصال." },
};
// A refusal comes as codes: the action, and the reason.
const actions = {
  en: { selectTab: "Selecting a tab", push: "Opening a screen", pop: "Going back", presentModal: "Opening a dialog", dismissModal: "Closing a dialog", answerModal: "Answering a dialog", undo: "Undo", redo: "Redo", change: "A change" },
  ko: { selectTab: "탭 선택", push: "화면 열기", pop: "뒤로 가기", presentModal: "대화상자 열기", dismissModal: "대화상자 닫기", answerModal: "대화상자 응답", undo: "실행 취소", redo: "다시 실행", change: "변경" },
  ar: { selectTab: "اختيار علامة تبويب", push: "فتح شاشة", pop: "الرجوع", presentModal: "فتح نافذة", dismissModal: "إغلاق نافذة", answerModal: "الرد على نافذة", undo: "تراجع", redo: "إعادة", change: "تغيير" },
};
const reasons = {
  en: { viewer: "this browser may only look", impossible: "not possible as things are now", vetoed: "a program on the server's computer does not allow it", unreadable: "this page sent something that the server can't read: reload the page", refused: "refused", superseded: "a newer change has won", hidden: "its tab or dialog was removed meanwhile", missing: "it is not there any more", answered: "the dialog has been answered already", disabled: "the dialog can't be confirmed yet", expired: "it has waited too long", limit: "there is no room for more", changed: "something has changed meanwhile", outdated: "the server is too old for it", notPermitted: "not allowed", revoked: "this browser was removed", otherStore: "the server is connected to other data", damaged: "the stored data is damaged", unreachable: "the daemon can't be reached", server: "the server has a problem; its log says more" },
  ko: { viewer: "이 브라우저는 보기만 할 수 있습니다", impossible: "지금 상태에서는 할 수 없습니다", vetoed: "서버 컴퓨터의 프로그램이 허용하지 않습니다", unreadable: "서버가 읽을 수 없는 내용을 보냈습니다. 페이지를 새로 고치십시오", refused: "거부되었습니다", superseded: "더 새로운 변경이 우선합니다", hidden: "그사이 탭이나 대화상자가 제거되었습니다", missing: "더 이상 존재하지 않습니다", answered: "이미 응답한 대화상자입니다", disabled: "아직 대화상자를 확인할 수 없습니다", expired: "너무 오래 대기했습니다", limit: "더 넣을 자리가 없습니다", changed: "그사이 상태가 바뀌었습니다", outdated: "서버가 너무 오래된 버전입니다", notPermitted: "허용되지 않습니다", revoked: "이 브라우저는 제거되었습니다", otherStore: "서버가 다른 데이터에 연결되어 있습니다", damaged: "저장된 데이터가 손상되었습니다", unreachable: "데몬에 연결할 수 없습니다", server: "서버에 문제가 있습니다. 자세한 내용은 서버 로그에 있습니다" },
  ar: { viewer: "هذا المتصفح للعرض فقط", impossible: "غير ممكن في الوضع الحالي", vetoed: "لا يسمح به برنامج على حاسوب الخادم", unreadable: "أرسلت الصفحة شيئًا لا يستطيع الخادم قراءته: أعِد تحميل الصفحة", refused: "مرفوض", superseded: "تغيير أحدث له الأولوية", hidden: "أُزيلت علامة التبويب أو النافذة في هذه الأثناء", missing: "لم يعد موجودًا", answered: "تم الرد على النافذة من قبل", disabled: "لا يمكن تأكيد النافذة بعد", expired: "انتظر مدة أطول من اللازم", limit: "لا مكان للمزيد", changed: "تغيّر شيء في هذه الأثناء", outdated: "الخادم أقدم من أن يدعمه", notPermitted: "غير مسموح", revoked: "أُزيل هذا المتصفح", otherStore: "الخادم متصل ببيانات أخرى", damaged: "البيانات المخزّنة تالفة", unreachable: "تعذّر الوصول إلى الخادم المحلي", server: "في الخادم مشكلة؛ التفاصيل في سجلّه" },
};
const language = navigator.language || "en";
const own = Object.keys(table).find((tag) => language === tag || language.startsWith(tag + "-")) || "en";
const say = (name, value) => table[own][name].replace("{}", value);
const reasonOf = (code) => reasons[own][code] || reasons[own].refused;
// Several kinds of gestures are one action for people.
const actionOf = (kind) => actions[own][{ popScreen: "pop", popToRoot: "pop", setItems: "push" }[kind] || kind] || actions[own].change;
const refusal = (action, reason, by) => `${actionOf(action)}: ${reasonOf(reason)}${by ? ` (${by})` : ""}`;

document.documentElement.lang = own;
document.documentElement.dir = own === "ar" ? "rtl" : "ltr";
for (const [id, name] of Object.entries({ undo: "undo", redo: "redo", open: "open", who: "who", "here-title": "here", "form-title": "open", "route-label": "route", "title-label": "title", "modal-label": "modal", cancel: "cancel", push: "push" })) part(id).textContent = say(name);
part("tools").setAttribute("aria-label", say("tools"));

// ---- Gestures that the server does not have yet ----

const opened = new Promise((resolve, reject) => {
  const request = indexedDB.open("navsync", 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore("gestures", { keyPath: "number", autoIncrement: true });
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    // Numbers begin anew with a new database: its journal tells them from the former ones.
    request.result.createObjectStore("facts").put(Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(""), "journal");
  };
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});
const settled = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});
const others = new BroadcastChannel("navsync");
let kept = 0;
let delay = 0;
let timer = 0;

async function record(gesture) {
  if (isOver) return;
  try {
    const database = await opened;
    const transaction = database.transaction("gestures", "readwrite", { durability: "strict" });
    transaction.objectStore("gestures").add(gesture);
    await new Promise((resolve, reject) => { transaction.oncomplete = resolve; transaction.onabort = () => reject(transaction.error); });
  } catch { return tell([{ words: say("storage") }]); }
  await count();
  others.postMessage("kept");
  handOver();
}

async function count() {
  kept = await settled((await opened).transaction("gestures").objectStore("gestures").count());
  showStatus();
}

// One page of the browser at a time, in the order of the numbers.
function handOver() {
  clearTimeout(timer);
  return navigator.locks.request("hand-over", async () => {
    const database = await opened;
    const journal = await settled(database.transaction("facts").objectStore("facts").get("journal"));
    for (;;) {
      const gestures = await settled(database.transaction("gestures").objectStore("gestures").getAll(null, 32));
      if (!gestures.length) break;
      const reply = await post("/gestures", { journal, gestures });
      if (reply.status !== 200) return again(reply);
      delay = 0;
      const transaction = database.transaction("gestures", "readwrite");
      for (const result of reply.body.results) transaction.objectStore("gestures").delete(result.number);
      await new Promise((resolve) => { transaction.oncomplete = resolve; transaction.onabort = resolve; });
      const kinds = new Map(gestures.map((gesture) => [gesture.number, gesture.step || (gesture.intent || {}).kind]));
      tell(reply.body.results.filter((result) => result.reason).map((result) => ({ words: refusal(kinds.get(result.number), result.reason) })));
      await count();
      others.postMessage("kept");
      if (reply.body.problem) return again(reply);
    }
  });
}

function again(reply) {
  if (reply.status === 401) return stranger();
  delay = Math.min(15, Math.max(1, delay * 2), Number(reply.after) || 15);
  timer = setTimeout(handOver, delay * 1000);
}

async function post(path, body) {
  try {
    const response = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), cache: "no-store", signal: AbortSignal.timeout(20000) });
    return { status: response.status, body: await response.json().catch(() => ({})), after: response.headers.get("Retry-After") };
  } catch { return { status: 0, body: {} }; }
}

others.onmessage = () => count();

// ---- The stream ----

const dark = matchMedia("(prefers-color-scheme: dark)");
const contrast = matchMedia("(prefers-contrast: more)");
const still = matchMedia("(prefers-reduced-motion: reduce)");
const page = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");
let source = null;
let isMore = false;
let heard = 0;
let status = null;
// The browser is no device, until the page is loaded anew.
let isOver = false;
// The size that the picture was asked for.
let asked = "";
const sizeOf = (box) => Math.round(box.width) + "x" + Math.round(box.height);

function follow() {
  if (source) source.close();
  const box = part("stage").getBoundingClientRect();
  asked = sizeOf(box);
  const traits = new URLSearchParams({
    width: Math.round(box.width), height: Math.round(box.height), dark: Number(dark.matches), language,
    page, contrast: Number(contrast.matches), still: Number(still.matches), more: Number(isMore),
    system: /Android/.test(navigator.userAgent) ? "android" : "apple",
  });
  const mine = source = new EventSource("/stream?" + traits);
  heard = Date.now();
  mine.onmessage = (event) => { heard = Date.now(); if (mine === source) show(JSON.parse(event.data)); };
  mine.addEventListener("beat", () => { heard = Date.now(); });
  mine.addEventListener("removed", stranger);
  mine.onopen = () => { heard = Date.now(); handOver(); };
  mine.onerror = async () => {
    if (mine !== source) return;
    status = null;
    showStatus();
    if (mine.readyState !== EventSource.CLOSED) return;
    const reply = await fetch("/session", { cache: "no-store" }).catch(() => null);
    if (reply && reply.status === 401) return stranger();
    setTimeout(() => { if (mine === source) follow(); }, 2000);
  };
}

// A connection that died in silence is noticed by the beats that do not come.
setInterval(() => { if (source && Date.now() - heard > 45000) { status = null; showStatus(); follow(); } }, 15000);

function stranger() {
  if (isOver) return;
  isOver = true;
  if (source) source.close();
  source = null;
  part("controls").replaceChildren();
  shown = "";
  canvas.replaceChildren();
  part("status").className = "lost";
  part("dot").textContent = "○";
  set(part("state"), "");
  for (const id of ["undo", "redo", "open", "who"]) part(id).disabled = true;
  if (!localStorage.getItem("device")) return inform(say("stranger"));
  inform(say("removed"));
  // Another device's gestures are not to be this one's, if it becomes a device again.
  forget().catch(() => {});
}

async function forget() {
  const transaction = (await opened).transaction("gestures", "readwrite");
  transaction.objectStore("gestures").clear();
  await new Promise((resolve) => { transaction.oncomplete = resolve; transaction.onabort = resolve; });
  localStorage.removeItem("device");
  kept = 0;
  set(part("waiting"), "");
}

function inform(text) {
  part("message").textContent = text;
  part("message").hidden = !text;
  part("stage").removeAttribute("aria-busy");
}

function show(news) {
  localStorage.setItem("device", "1");
  if (news.status) { status = news.status; showStatus(); showHere(); }
  if (news.view) showView(news.view);
  if (news.say) part("say").replaceChildren(...news.say.map((text) => { const line = make("p"); line.lang = language; line.textContent = text; return line; }));
  if (news.notices) tell(news.notices);
}

function showStatus() {
  if (isOver) return;
  const isLost = !status;
  part("status").className = isLost ? "lost" : "";
  part("dot").textContent = !isLost && (status.state === "live" || status.state === "feedBlocked") ? "●" : "○";
  const viewer = !isLost && status.viewer ? " · " + say("viewer") : "";
  const name = isLost ? "" : status.name + " · ";
  set(part("state"), isLost ? say("lost") : name + say(status.state) + viewer + (status.problem ? " · " + reasonOf(status.problem) : ""));
  const waiting = isLost ? 0 : status.pending;
  Object.assign(document.body.dataset, isLost ? { revision: "", digest: "" } : { revision: status.revision, digest: status.digest });
  set(part("waiting"), [kept ? say("kept", kept) : "", waiting ? say("waiting", waiting) : ""].filter(Boolean).join(" · "));
}

// A live region speaks whenever it is written to, even what it says already.
function set(node, text) { if (node.textContent !== text) node.textContent = text; }

function showHere() {
  const lines = status.here.map((device) => {
    const line = make("li");
    line.textContent = device.name + (device.own ? " (" + say("own") + ")" : "") + (device.place ? " · " + device.place : "");
    return line;
  });
  part("here-list").replaceChildren(...lines);
  part("who").textContent = say("who") + " (" + lines.length + ")";
}

function tell(notices) {
  if (isOver) return;
  for (const notice of notices) {
    if (notice.id && document.querySelector(`#notices [data-id="${Number(notice.id)}"]`)) continue;
    const line = make("li");
    if (notice.id) line.dataset.id = notice.id;
    const words = make("span");
    words.textContent = notice.words || refusal(notice.action, notice.reason, notice.by);
    const button = make("button");
    button.type = "button";
    button.textContent = say("dismiss");
    button.onclick = () => { line.remove(); if (notice.id) post("/read", { id: notice.id }); };
    line.setAttribute("role", "alert");
    line.append(words, button);
    part("notices").append(line);
    while (part("notices").children.length > 8) part("notices").firstChild.remove();
  }
}

// ---- Bars ----

let controls = new Map();
let shown = "";
let selectedTab;
// Apart from the page, as its ids are: an app names its elements as it likes.
const canvas = part("picture").attachShadow({ mode: "open" });

function showView(view) {
  inform("");
  // Presence elsewhere and the status come with the same view: what has the focus is left alone.
  const text = JSON.stringify(view);
  if (text === shown) return;
  shown = text;
  // An element that moves to its new section loses the focus.
  const focused = document.activeElement && document.activeElement.dataset.id;
  const picture = new DOMParser().parseFromString(view.svg, "image/svg+xml").documentElement;
  const marker = markerOf(selectedTab);
  canvas.replaceChildren(document.importNode(picture, true));
  document.title = view.title;
  const before = controls;
  controls = new Map();
  const sections = {};
  const section = (name) => sections[name] ||= makeSection(name, view);
  for (const element of view.elements) {
    let node = before.get(element.id);
    if (!node || node.dataset.role !== element.role || (node.tagName === "BUTTON") !== isButton(element)) node = makeControl(element);
    node.gesture = element.gesture || null;
    node.lang = language;
    const words = [element.label, element.value].filter(Boolean).join(", ");
    if (node.tagName === "BUTTON") {
      node.setAttribute("aria-label", words + (element.here ? " (" + element.here.join(", ") + ")" : ""));
      node.disabled = !element.gesture;
    }
    node.replaceChildren(words);
    if (element.here) { const mark = make("span", "mark"); mark.setAttribute("aria-hidden", "true"); mark.textContent = element.here.map((name) => name.slice(0, 1)).slice(0, 3).join(""); node.append(mark); }
    if (element.role === "tab") { node.setAttribute("aria-selected", element.selected); node.tabIndex = element.selected ? 0 : -1; }
    if (element.frame) place(node, element.frame);
    node.classList.toggle("unplaced", !element.frame && isButton(element));
    controls.set(element.id, node);
    section(view.modal !== null ? "modal" : element.section).append(node);
  }
  const tabs = view.elements.filter((element) => element.role === "tab");
  const selected = (tabs.find((tab) => tab.selected) || {}).id;
  if (selected !== selectedTab) moveMarker(view.motion, marker, markerOf(selected));
  selectedTab = selected;
  if (tabs.length && !tabs.some((tab) => tab.selected)) controls.get(tabs[0].id).tabIndex = 0;
  if (view.hasTabs && !view.modal) section("content");
  const order = Object.values(sections);
  part("controls").replaceChildren(...order);
  if (focused && controls.has(focused)) controls.get(focused).focus({ preventScroll: true });
  else if (view.modal && focused) order[0].querySelector("button:not(:disabled)")?.focus({ preventScroll: true });
}

// The marker behind the selected tab, and its place in the picture.
function markerOf(tab) {
  const node = tab && canvas.getElementById(tab + ".marker");
  return node ? { node, x: node.x.baseVal.value, width: node.width.baseVal.value } : null;
}

// As the layout says: the marker of the new item widens from its middle, or that of the old one slides there.
function moveMarker(motion, from, to) {
  if (!motion || !from || !to) return;
  const starts = {
    scaleAndFade: { transform: `scaleX(${motion.scaleFrom})`, opacity: 0 },
    fade: { opacity: 0 },
    slide: { transform: `translateX(${from.x - to.x}px) scaleX(${from.width / to.width})` },
  };
  if (!starts[motion.kind]) return;
  to.node.style.transformBox = "fill-box";
  to.node.style.transformOrigin = motion.kind === "slide" ? "left" : "center";
  to.node.animate([starts[motion.kind], { transform: "none", opacity: 1 }], { duration: motion.duration * 1000, easing: "ease-out" });
}

function place(node, [x, y, width, height]) {
  // Narrow buttons are as wide as a finger needs (WCAG 2.2, 2.5.8, and a little more).
  const least = node.tagName === "BUTTON" ? 32 : 0;
  const [wider, higher] = [Math.max(0, least - width), Math.max(0, least - height)];
  Object.assign(node.style, { left: Math.max(0, x - wider / 2) + "px", top: Math.max(0, y - higher / 2) + "px", width: width + wider + "px", height: height + higher + "px" });
}

const isButton = (element) => ["tab", "backButton", "button"].includes(element.role) || Boolean(element.gesture);

function makeSection(name, view) {
  const node = make(name === "bar" ? "nav" : "div");
  if (name === "bar") node.setAttribute("aria-label", view.title || say("bar"));
  if (name === "tabs") { node.setAttribute("role", "tablist"); node.setAttribute("aria-label", view.title); }
  if (name === "content") { node.id = "panel"; if (view.hasTabs) { node.setAttribute("role", "tabpanel"); node.setAttribute("aria-label", view.title); } }
  if (name === "modal") { node.setAttribute("role", "dialog"); node.setAttribute("aria-modal", "true"); node.setAttribute("aria-label", view.modal); }
  return node;
}

function makeControl(element) {
  const node = make(isButton(element) ? "button" : element.role === "heading" ? "h1" : "p", "control");
  node.dataset.id = element.id;
  node.dataset.role = element.role;
  if (node.tagName !== "BUTTON") return node;
  node.type = "button";
  if (element.role === "tab") { node.setAttribute("role", "tab"); node.setAttribute("aria-controls", "panel"); }
  node.addEventListener("click", () => perform(node.gesture));
  return node;
}

function perform(gesture) {
  if (!gesture) return;
  if (gesture.local === "more") { isMore = !isMore; return follow(); }
  if (isMore) { isMore = false; follow(); }
  record({ intent: gesture.intent });
}

function goBack() {
  for (const node of controls.values()) {
    if (node.dataset.role === "backButton" && node.gesture) return perform(node.gesture);
  }
  for (const node of controls.values()) if (node.gesture && node.gesture.closes) return perform(node.gesture);
}

// ---- Input ----

part("undo").onclick = () => record({ step: "undo" });
part("redo").onclick = () => record({ step: "redo" });
part("who").onclick = () => { part("here").hidden = !part("here").hidden; part("who").setAttribute("aria-expanded", !part("here").hidden); };
part("open").onclick = () => part("form").showModal();
part("cancel").onclick = () => part("form").close();
part("form").querySelector("form").onsubmit = () => {
  const [route, title] = [part("route").value, part("title").value];
  const screen = title ? { route, title } : { route };
  record({ intent: Object.assign({ kind: part("modal").checked ? "presentModal" : "push" }, screen) });
  part("form").querySelector("form").reset();
};

document.addEventListener("keydown", (event) => {
  if (event.target.matches("input") || part("form").open) return;
  const isStep = (event.ctrlKey || event.metaKey) && !event.altKey;
  if (isStep && event.key.toLowerCase() === "z") { event.preventDefault(); record({ step: event.shiftKey ? "redo" : "undo" }); }
  if (isStep && event.key.toLowerCase() === "y") { event.preventDefault(); record({ step: "redo" }); }
  if (event.key === "Escape") goBack();
  if (event.target.dataset.role === "tab") moveAmongTabs(event);
});

function moveAmongTabs(event) {
  const tabs = [...controls.values()].filter((node) => node.dataset.role === "tab" && !node.disabled);
  const forward = document.documentElement.dir === "rtl" ? "ArrowLeft" : "ArrowRight";
  const backward = forward === "ArrowRight" ? "ArrowLeft" : "ArrowRight";
  const index = tabs.indexOf(event.target);
  const target = { [forward]: index + 1, ArrowDown: index + 1, [backward]: index - 1, ArrowUp: index - 1, Home: 0, End: tabs.length - 1 }[event.key];
  if (target === undefined || !tabs.length) return;
  event.preventDefault();
  tabs[(target + tabs.length) % tabs.length].focus();
}

// Back, by a swipe from the leading edge.
let start = null;
part("stage").addEventListener("pointerdown", (event) => {
  const inset = document.documentElement.dir === "rtl" ? innerWidth - event.clientX : event.clientX;
  start = event.isPrimary && event.pointerType === "touch" && inset < 32 ? event : null;
});
part("stage").addEventListener("pointerup", (event) => {
  if (!start) return;
  const length = (event.clientX - start.clientX) * (document.documentElement.dir === "rtl" ? -1 : 1);
  if (length > 60 && Math.abs(event.clientY - start.clientY) < length) goBack();
  start = null;
});

let refollowing = 0;
function refollow() { clearTimeout(refollowing); refollowing = setTimeout(() => { if (source) follow(); }, 200); }
// All that takes room beside the bars: the window, notices, devices, a status of two lines.
new ResizeObserver(() => { if (sizeOf(part("stage").getBoundingClientRect()) !== asked) refollow(); }).observe(part("stage"));
for (const query of [dark, contrast, still]) query.addEventListener("change", refollow);
addEventListener("online", handOver);
// A further address, entered where the page is open.
addEventListener("hashchange", () => location.reload());
addEventListener("pagehide", () => { if (source) { source.close(); navigator.sendBeacon("/leave", JSON.stringify({ page })); } });
addEventListener("pageshow", (event) => { if (event.persisted && source) follow(); });

// ---- Start ----

async function join() {
  const token = location.hash.slice(1);
  if (token) {
    // The address bar and the history no longer show it.
    history.replaceState(null, "", location.pathname);
    inform(say("joining"));
    const system = /Android|iPhone|iPad|Mac|Windows|CrOS|Linux/.exec(navigator.userAgent);
    const browser = /Firefox|Edg|Chrome|Safari/.exec(navigator.userAgent);
    const name = [browser ? browser[0].replace("Edg", "Edge") : "Browser", system ? system[0] : ""].filter(Boolean).join(" on ");
    const reply = await post("/join", { token, name });
    if (reply.status === 503) return inform(reply.body.reason === "full" ? say("full", reply.body.count) : reasonOf(reply.body.reason));
  }
  const session = await fetch("/session", { cache: "no-store" }).catch(() => null);
  if (session && session.status === 401) return stranger();
  follow();
  count().catch(() => tell([{ words: say("storage") }]));
}

join();
