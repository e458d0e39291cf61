// @ts-check
// Light or dark: as the system is, or as was chosen here. No module, and before everything that is shown:
// a page must not appear in one and turn to the other.

(() => {
  const NAME = "duel-theme";
  const THEMES = ["light", "dark"];

  /** What was chosen; nothing is the system's. */
  function chosen() {
    try {
      return THEMES.find((theme) => theme === localStorage.getItem(NAME)) ?? "";
    } catch {
      return "";
    }
  }

  /** What belongs to one of both says so (data-theme): it is used where the system is like that, or always, or never. */
  function apply(/** @type {string} */ theme) {
    for (const part of /** @type {NodeListOf<HTMLLinkElement>} */ (document.head.querySelectorAll("[data-theme]"))) {
      const own = /** @type {string} */ (part.dataset.theme);
      part.media = theme === "" ? `(prefers-color-scheme: ${own})` : own === theme ? "all" : "not all";
    }
    /** @type {HTMLMetaElement} */ (document.head.querySelector("meta[name=color-scheme]")).content = theme || THEMES.join(" ");
  }

  apply(chosen());
  addEventListener("DOMContentLoaded", () => {
    // Without a script there is no choice, so that the script brings it. At a table the footer is hidden.
    const selects = [...document.querySelectorAll("footer.site, #theme")].map((place) => {
      const select = document.createElement("select");
      select.append(...[["As the system", ""], ["Light", "light"], ["Dark", "dark"]].map(([words, value]) => new Option(words, value)));
      const label = document.createElement("label");
      label.append("Colours ", select);
      place.append(label);
      select.addEventListener("change", () => choose(select.value));
      return select;
    });
    const show = (theme = chosen()) => {
      for (const select of selects) select.value = theme;
      apply(theme);
    };
    function choose(/** @type {string} */ theme) {
      show(theme);
      try {
        if (theme) localStorage.setItem(NAME, theme);
        else localStorage.removeItem(NAME);
      } catch {
        /* A browser that keeps nothing: it holds for this page. */
      }
    }
    show();
    addEventListener("storage", ({ key }) => (key === NAME || key === null) && show());
    addEventListener("pageshow", ({ persisted }) => persisted && show());
  });
})();
