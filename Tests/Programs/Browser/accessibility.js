// The essential rules of an accessibility checker, as those of axe: returns the violations.
const found = [];
const fail = (rule, node) => found.push(rule + ": " + node.outerHTML.slice(0, 160));
const isShown = (node) => node.checkVisibility({ visibilityProperty: true }) && !node.closest("[aria-hidden=true]");
const all = (selector) => [...document.querySelectorAll(selector)].filter(isShown);
const nameOf = (node) => {
  const labels = (node.getAttribute("aria-labelledby") || "").split(" ").filter(Boolean)
    .map((id) => document.getElementById(id)?.textContent || "").join(" ");
  return (labels || node.getAttribute("aria-label") || [...(node.labels || [])].map((label) => label.textContent).join(" ") || node.textContent || "").trim();
};

// Document.
if (!document.documentElement.lang) fail("html-has-lang", document.documentElement);
if (!document.title.trim()) fail("document-title", document.head);
if (/maximum-scale|user-scalable/.test(document.querySelector("meta[name=viewport]").content)) fail("meta-viewport", document.head);
if (all("main").length !== 1) fail("landmark-one-main", document.body);
const ids = [...document.querySelectorAll("[id]")].filter((node) => !node.closest("svg")).map((node) => node.id);
for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) fail("duplicate-id " + id, document.body);

// Names.
for (const node of all("button, [role=tab], input, [role=dialog], [role=tablist], [role=toolbar], [role=tabpanel], dialog[open], nav")) {
  if (!nameOf(node)) fail("name", node);
}
for (const node of all("h1, h2, h3")) if (!nameOf(node)) fail("empty-heading", node);
for (const node of all("[id] svg, svg")) if (!node.closest("[aria-hidden=true]")) fail("svg-hidden", node);

// Roles, and what they need.
const roles = ["tab", "tablist", "tabpanel", "dialog", "toolbar", "status", "log", "alert", "navigation"];
for (const node of all("[role]")) if (!roles.includes(node.getAttribute("role"))) fail("aria-roles", node);
for (const node of all("[role=tab]")) {
  if (!node.parentElement.matches("[role=tablist]")) fail("aria-required-parent", node);
  if (!["true", "false"].includes(node.getAttribute("aria-selected"))) fail("aria-required-attr", node);
}
for (const list of all("[role=tablist]")) {
  const tabs = [...list.querySelectorAll("[role=tab]")];
  if (!tabs.length) fail("aria-required-children", list);
  if (tabs.filter((tab) => tab.tabIndex === 0).length !== 1) fail("one tab stop", list);
}
for (const node of document.querySelectorAll("[aria-controls], [aria-labelledby]")) {
  if (node.closest("svg") || !isShown(node)) continue;
  for (const id of (node.getAttribute("aria-controls") || node.getAttribute("aria-labelledby")).split(" ")) {
    if (!document.getElementById(id)) fail("aria-valid-attr-value " + id, node);
  }
}
for (const node of all("ul")) for (const child of node.children) if (child.tagName !== "LI") fail("list", node);
for (const node of document.querySelectorAll("[aria-hidden=true]")) {
  if (node.querySelector("button, input, a[href], [tabindex]:not([tabindex='-1'])")) fail("aria-hidden-focus", node);
}
for (const node of document.querySelectorAll("[tabindex]")) if (node.tabIndex > 0) fail("tabindex", node);
for (const node of all("button")) if (node.querySelector("button, input, a")) fail("nested-interactive", node);

// Sizes of targets (WCAG 2.2, 2.5.8: 24 by 24).
for (const node of all("button, input[type=text], [role=tab]")) {
  const box = node.getBoundingClientRect();
  if (box.width < 24 || box.height < 24) fail("target-size " + box.width + "x" + box.height, node);
}

// Contrast of the page's own text (WCAG 1.4.3), which stands on one background.
const channel = (value) => { value /= 255; return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4; };
const parse = (color) => color.match(/[\d.]+/g).map(Number);
const luminance = ([red, green, blue]) => 0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue);
const background = luminance(parse(getComputedStyle(document.body).backgroundColor));
for (const node of all("footer *, dialog *, #message")) {
  if (![...node.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim()) || node.disabled) continue;
  const text = luminance(parse(getComputedStyle(node).color));
  const ratio = (Math.max(text, background) + 0.05) / (Math.min(text, background) + 0.05);
  if (ratio < 4.5) fail("color-contrast " + ratio.toFixed(2), node);
}
return found;
