// @ts-check
// Making elements. Text is always inserted as text, never as markup, so that a name or a sentence
// from the server cannot become part of the page.

/** @typedef {Node | string | number | null | undefined | boolean | any[]} Child */

/**
 * An HTML element. Properties that begin with `on` are listeners, `dataset` and `style` are merged,
 * known properties are set, and everything else becomes an attribute; null and false leave it out.
 * @param {string} tag
 * @param {Record<string, any> | null} [properties]
 * @param {...Child} children
 * @returns {any}
 */
export function el(tag, properties, ...children) {
  return furnish(document.createElement(tag), properties, children);
}

/**
 * An SVG element, in the same way.
 * @param {string} tag
 * @param {Record<string, any> | null} [properties]
 * @param {...Child} children
 * @returns {any}
 */
export function svg(tag, properties, ...children) {
  return furnish(document.createElementNS("http://www.w3.org/2000/svg", tag), properties, children);
}

/** Puts other children into a node. @param {Element} node @param {...Child} children */
export function fill(node, ...children) {
  node.replaceChildren();
  add(node, children);
  return node;
}

/**
 * The element of this id, which the page's template promises.
 * @param {string} id
 * @returns {any}
 */
export function byId(id) {
  const node = document.getElementById(id);
  if (!node) throw new Error(`the page has no #${id}`);
  return node;
}

/** Changes a text only if it differs, so that screen readers hear no repetition. */
export function say(/** @type {Element} */ node, /** @type {string} */ text) {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * A button that saves a text as a file; what goes wrong is said on it.
 * @param {string} label @param {string} name @param {() => Promise<string>} text
 */
export function saveButton(label, name, text) {
  const button = el("button", { type: "button", class: "button small", "aria-live": "polite" }, label);
  button.addEventListener("click", async () => {
    if (button.getAttribute("aria-busy")) return;
    button.setAttribute("aria-busy", "true");
    try {
      const link = el("a", { href: URL.createObjectURL(new Blob([await text()])), download: name });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    } catch (error) {
      say(button, error instanceof Error ? error.message : "That did not work.");
    }
    button.removeAttribute("aria-busy");
  });
  return button;
}

/** Whether things may move. */
export const mayMove = () => !matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * A table from its rows, the first cell of each being its head; without rows only what it is about.
 * @param {{caption: string, head: string[], rows: Child[][]}} content
 */
export function table({ caption, head, rows }) {
  if (!rows.length) return el("p", { class: "quiet" }, caption.replace(/[^.]*:$/, ""));
  return el(
    "table",
    null,
    el("caption", null, caption),
    el("thead", null, el("tr", null, head.map((name) => el("th", { scope: "col" }, name)))),
    el(
      "tbody",
      null,
      rows.map(([first, ...rest]) =>
        el("tr", null, el("th", { scope: "row" }, first), rest.map((cell) => el("td", null, cell))),
      ),
    ),
  );
}

/** @param {any} node @param {Record<string, any> | null | undefined} properties @param {Child[]} children */
function furnish(node, properties, children) {
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "dataset") Object.assign(node.dataset, value);
    else if (name === "style") Object.assign(node.style, value);
    else node.setAttribute(name === "className" ? "class" : name, value === true ? "" : String(value));
  }
  add(node, children);
  return node;
}

/** @param {Element} node @param {Child[]} children */
function add(node, children) {
  for (const child of children) {
    if (Array.isArray(child)) add(node, child);
    else if (child !== null && child !== undefined && typeof child !== "boolean") {
      node.append(typeof child === "number" ? String(child) : child);
    }
  }
}
