// Small screens and fingers, the keyboard alone, reduced motion and forced colours.

import assert from "node:assert/strict";
import { BOOKS, begin, beginHere, beside, deal, gameOf, idOf, playComputer, playOut, press, sit, tap, taps, turnSays } from "./table.js";
import { check, settled, until, world } from "./world.js";

export const PHONES = [{ width: 320, height: 640 }, { width: 390, height: 844 }];

/** Asserts that nothing sticks out to the side. */
export async function fits(page, what) {
  const wide = await page.evaluate(() => {
    const most = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= most) return null;
    const out = [...document.querySelectorAll("main *")].filter((node) => node.getBoundingClientRect().right > most + 1);
    return out.slice(0, 5).map((node) => node.outerHTML.slice(0, 120)).join("\n") || "something";
  });
  assert.equal(wide, null, `${what} is wider than ${page.viewportSize().width}`);
}

for (const viewport of PHONES) {
  const phone = { viewport, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

  check(`every page fits a screen of ${viewport.width}`, async (t) => {
    const { page } = await t.visitor({ ...phone, allow: /404|422|400/ });
    const room = await world.server.api("POST", "/rooms", { body: { book: "divide", fair: true } });
    await world.server.api("POST", `/rooms/${room.code}/join`, { body: {} });
    const paths = [
      "/", "/play", "/play?game=none", "/play?position=nonsense", "/solve", "/solve/nonsense", "/daily", "/puzzles", "/puzzles/nonsense", "/train", "/daily/2099-01-01", "/calendar", "/discover", "/discover/factor%2Bno-whole", "/class", `/class/${room.code}`, "/join", `/join/${room.code}`, "/people", "/sheet", "/assignment", "/assignment?p=divide:60&p=nonsense", "/rules",
      ...BOOKS.map((book) => `/rules/${book}`), "/program", "/nothing", "/learn", ...BOOKS.map((book) => `/learn/${book}`),
      `/solve/${encodeURIComponent("divide:720720,510510,12345678987654321")}`, `/solve/${encodeURIComponent("factor+no-whole:840")}`,
      `/solve/${encodeURIComponent("digits+no-leading-zero+cap-second=18:24,26,32,33:31415926535")}`, `/solve/${encodeURIComponent("subtract+no-echo:5040")}`,
    ];
    for (const path of paths) {
      await page.goto(path);
      await settled(page);
      for (const summary of await page.locator("main summary:visible").all()) await summary.tap();
      await fits(page, path);
    }
  });

  check(`pages with letters of twice the size fit a screen of ${viewport.width}`, async (t) => {
    const { page } = await t.visitor({ ...phone, allow: /404/ });
    await page.addInitScript(() => addEventListener("DOMContentLoaded", () => { document.documentElement.style.fontSize = "200%"; }));
    const paths = [
      "/", "/play", "/solve", "/solve/divide%3A60%2C84", "/daily", "/calendar", "/puzzles/digits.win.1000.7", "/puzzles/subtract-beginner.1", "/train", "/discover", "/class", "/join", "/people", "/sheet", "/assignment", "/assignment?p=divide:60&p=digits:7:31", "/program", "/nothing",
      ...["rules", "learn", "first"].flatMap((name) => BOOKS.map((book) => `/${name}/${book}`)), ...["divide:720720", "subtract:126", "digits:24,26,32:31", "factor:100"].map((position) => `/play?position=${position}`),
    ];
    for (const path of paths) {
      await page.goto(path);
      await settled(page);
      await page.locator("main details:not([open]) > summary").evaluateAll((all) => all.forEach((each) => /** @type {any} */ (each).click()));
      await fits(page, path);
      const skip = await page.locator(".skip").evaluate((link) => link.getBoundingClientRect());
      assert.ok(skip.right <= 0 || skip.bottom <= 0, `${path}: a part of the skip link is seen`);
    }
  });

  check(`tables fit a screen of ${viewport.width} and can be played with a finger`, async (t) => {
    const [anna, bob] = [await t.visitor(phone), await t.visitor(phone)];
    const friend = await world.server.api("POST", "/games", { body: { book: "divide", name: "W".repeat(40) } });
    await sit(anna.page, friend);
    await fits(anna.page, "a table that waits");
    const positions = ["divide:720720,360360,128", "dilemma+prime-steps:154", "subtract+no-echo:126", "factor:100", "digits+no-leading-zero+cap-second=18:24,26,32,33:314159265358"];
    for (const position of positions) {
      const [first, second] = await deal({ position, clock: "5m+3s", name: "W".repeat(40) });
      await sit(anna.page, first);
      await sit(bob.page, second);
      await taps(anna.page);
      await fits(anna.page, position);
      await beside(anna.page);
      for (const summary of await anna.page.locator("main summary:visible").all()) await summary.tap();
      await fits(anna.page, `${position}, all open`);
      await anna.page.locator("#side-close").tap();
      // Playing to the end is for the smaller one; what fits there fits the larger.
      if (viewport.width > 320) continue;
      await playOut([anna.page, bob.page], { touch: true });
      await anna.page.locator("#after").waitFor();
      await fits(anna.page, `${position}, the end`);
      await press(anna.page, "Show insight");
      await anna.page.locator("#insight .review > li").first().waitFor();
      await fits(anna.page, `${position}, over`);
    }
    await beginHere(anna.page, { position: `divide:${2n ** 100n * 3n ** 60n}` });
    await taps(anna.page);
    await fits(anna.page, "a number of many digits");
    await anna.page.goto("/play");
    await anna.page.locator("#games-list li").first().waitFor();
    await fits(anna.page, "the games of this browser");
  });
}

/** Presses a key until the focus is on something. */
async function reach(page, key, selector, most = 80) {
  for (let presses = 0; presses < most; presses++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} never reaches ${selector}`);
}

check("a whole game with the keyboard alone", async (t) => {
  const { page } = await t.visitor();
  await page.goto("/");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement?.className), "skip");
  await page.keyboard.press("Enter");
  await reach(page, "Tab", "[data-open=factor]");
  await page.keyboard.press("Enter");
  await reach(page, "Tab", "button[value=computer]");
  await page.keyboard.press("Enter");
  await turnSays(page, /^Your turn$/);
  for (;;) {
    const game = await until("it is my turn", async () => {
      const now = await gameOf(page);
      return (now.result || now.turn === 1) && now;
    });
    if (game.result) break;
    await taps(page);
    await reach(page, "Tab", ".pick");
    const ring = await page.evaluate(() => {
      const node = /** @type {Element} */ (document.activeElement);
      const style = getComputedStyle(node);
      return node.matches(":focus-visible") && (style.outlineStyle !== "none" || getComputedStyle(node.firstElementChild ?? node).strokeWidth !== "");
    });
    assert.ok(ring, "the focus cannot be seen");
    // Once to look at it, once more to play it.
    await page.keyboard.press(game.ply % 4 ? "Enter" : "Space");
    await page.locator("#play:visible").waitFor();
    assert.equal((await gameOf(page)).ply, game.ply);
    await page.keyboard.press("Enter");
    await until("the move is made", async () => (await gameOf(page)).ply > game.ply);
  }
  await page.locator("#after").waitFor();
  const before = idOf(page);
  await reach(page, "Tab", "#after .button.primary");
  await page.keyboard.press("Enter");
  await page.waitForURL(() => idOf(page) !== before);
  await turnSays(page, /^Your turn$|thinking/);
});

check("arrow keys walk through the places of a picture", async (t) => {
  const { page } = await t.visitor();
  await beginHere(page, { position: "divide:360" });
  await taps(page);
  await reach(page, "Tab", "#picture .pick");
  const seen = new Set();
  for (const key of ["ArrowDown", "ArrowRight", "ArrowRight", "ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"]) {
    await page.keyboard.press(key);
    seen.add(await page.evaluate(() => /** @type {any} */ (document.activeElement).dataset.move));
  }
  assert.ok(seen.size >= 3, `the arrows reached ${[...seen]}`);
});

/** Where the focus is: the part of the page, and whether a move can be made there. */
const focusOf = (page) => page.evaluate(() => {
  const node = document.activeElement;
  return [node?.closest("#picture, #moves, #turn")?.id ?? node?.tagName, node?.matches("button, .pick") ?? false];
});

for (const [what, position, home] of /** @type {const} */ ([["the list", "digits:1000003:1", "moves"], ["the picture", "divide:5040", "picture"]])) {
  check(`the focus stays in ${what} after a move and a reply`, async (t) => {
    const { page } = await t.visitor();
    await beginHere(page, { position, level: "easy" });
    await taps(page);
    await page.locator(`#${home} .pick[tabindex="0"]`).first().focus();
    for (let ply = 0; ; ply += 2) {
      for (let times = 0; times < 2; times++) await page.keyboard.press("Enter");
      const game = await until("the reply, or the end", async () => {
        const now = await gameOf(page);
        return (now.result || now.ply === ply + 2) && now;
      });
      if (game.result) break;
      await until(`the focus is in ${what}`, async () => (await focusOf(page)).join() === `${home},true`);
      await turnSays(page, /^Your turn$/);
      if (ply === 4 && home === "moves") {
        await page.getByRole("button", { name: "Resign…" }).evaluate((button) => /** @type {any} */ (button).click());
        await page.getByRole("dialog").getByRole("button", { name: "Resign" }).press("Enter");
        break;
      }
    }
    await page.locator("#after").waitFor();
    const [where] = await focusOf(page);
    assert.notEqual(where, "BODY", "the focus is lost at the end");
  });
}

check("nothing moves for those who do not want it", async (t) => {
  const { page } = await t.visitor();
  await begin(page, { opponent: "computer", book: "subtract" });
  await page.evaluate(() => {
    /** @type {any} */ (globalThis).moved = [];
    const look = () => {
      for (const animation of document.getAnimations()) {
        const { duration } = animation.effect?.getComputedTiming() ?? {};
        if (Number(duration) > 20) /** @type {any} */ (globalThis).moved.push(`${animation.constructor.name} ${duration}`);
      }
      requestAnimationFrame(look);
    };
    look();
  });
  const game = await playComputer(page);
  assert.ok(game.result);
  assert.deepEqual(await page.evaluate(() => /** @type {any} */ (globalThis).moved), []);
});

check("colours that the reader forces are kept, and all can still be seen", async (t) => {
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    const { page } = await t.visitor({ forcedColors: "active", colorScheme });
    for (const position of ["divide:360", "subtract:60", "factor:30", "digits:7:31"]) {
      await beginHere(page, { position });
      await taps(page);
      // Text and lines of the picture must differ from what lies behind them.
      const hidden = await page.evaluate(() => {
        const canvas = getComputedStyle(document.body).backgroundColor;
        return [...document.querySelectorAll("#picture svg text, #picture button, #moves button")].filter((node) => {
          const style = getComputedStyle(node);
          const ink = node instanceof SVGElement ? style.fill : style.color;
          let behind = canvas;
          const shape = node instanceof SVGElement ? [...(node.closest("g")?.children ?? [])].find((each) => each.matches("rect, circle")) : null;
          if (shape && getComputedStyle(shape).fill !== "none") return ink === getComputedStyle(shape).fill;
          for (let up = /** @type {Element | null} */ (node); up; up = up.parentElement) {
            const background = getComputedStyle(up).backgroundColor;
            if (!/(, 0\)|transparent)$/.test(background)) { behind = background; break; }
          }
          return ink === behind;
        }).map((node) => node.outerHTML.slice(0, 160));
      });
      assert.deepEqual(hidden, [], `${position}, ${colorScheme}`);
    }
    await beginHere(page, { position: "divide:12", level: "perfect" });
    await tap(page, (await taps(page))[0]);
  }
});
