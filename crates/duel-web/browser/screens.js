// Pictures of the main pages and states, in light, dark and on a phone, for people to look at.
//
//   node screens.js DIR        (by `run DUEL_BINARY --screens DIR`)

import { join } from "node:path";
import { beginHere, deal, placeOf, playOut, press, sit, taps } from "./table.js";
import { close, open, run, until, world } from "./world.js";

const folder = process.argv[2];
const LOOKS = {
  light: { colorScheme: "light", viewport: { width: 1100, height: 850 } },
  dark: { colorScheme: "dark", viewport: { width: 1100, height: 850 } },
  phone: { colorScheme: "light", viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 1.5 },
  forced: { forcedColors: "active", viewport: { width: 1100, height: 850 } },
};

await open();
try {
  for (const [look, options] of Object.entries(LOOKS)) {
    await run(async (t) => {
      const { page } = await t.visitor({ reducedMotion: "reduce", allow: /4\d\d/, ...options });
      const { page: other } = await t.visitor();
      const shoot = (name) => page.screenshot({ path: join(folder, `${name}.${look}.png`), fullPage: true });
      for (const path of ["", "daily", "puzzles/subtract-beginner.1", "train", "calendar", "discover", "discover/subtract", "solve", "class", "join", "sheet", "assignment", "assignment?p=divide:60&p=subtract:12", "learn", "learn/subtract", "learn/digits", "first/divide", "rules", "rules/divide", "program", "nothing"]) {
        await page.goto(`/${path}`, { waitUntil: "networkidle" });
        await shoot(path.replace("/", "-") || "front");
        if (path !== "") continue;
        await page.locator("[data-open=divide]").click();
        await shoot("front-sheet");
      }
      for (const position of ["divide:60,84", "subtract+no-echo:126", "digits:7:31", "factor:30", "nonsense:1"]) {
        await page.goto(`/solve/${encodeURIComponent(position)}`, { waitUntil: "networkidle" });
        await page.locator("#answer:visible, #trouble:visible").first().waitFor();
        await shoot(`solve-${position.split(/[:+]/)[0]}`);
      }
      const free = await world.server.api("POST", "/games", { body: { book: "divide", name: "Anna" } });
      await page.goto(`/g/${free.id}`, { waitUntil: "networkidle" });
      await shoot("table-free");
      await sit(page, free);
      await page.waitForLoadState("networkidle");
      await shoot("table-waiting");
      for (const position of ["divide:720,128", "divide:360", "dilemma+prime-steps:154", "subtract+no-echo:126", "factor:100", "digits:7:31"]) {
        const [first, second] = await deal({ position, clock: "5m+3s", name: "Anna" });
        await sit(page, first);
        await sit(other, second);
        await taps(page);
        const name = position.replace(/[:+,].*/, position.includes(",") ? "-two" : "");
        await shoot(`table-${name}`);
        const [move] = await taps(page);
        await placeOf(page, move).click();
        await page.locator("#play").waitFor();
        await shoot(`table-${name}-looked-at`);
        await playOut([page, other]);
        await page.locator("#after .turning", { hasText: /mistake|turning point|could/ }).waitFor();
        await shoot(`table-${name}-over`);
        await page.locator("#after").getByRole("button", { name: "Review" }).click();
        await page.locator("#scrub .badge").waitFor();
        await shoot(`table-${name}-review`);
      }
      await beginHere(page, { position: "divide:360" });
      await press(page, "Show insight");
      await page.locator("#insight .verdict").waitFor();
      await shoot("table-beside");
      if (await page.locator("#side-close").isVisible()) await page.locator("#side-close").click();
      await page.getByRole("button", { name: "Hint", exact: true }).click();
      await page.locator("#hinted").waitFor();
      await shoot("table-insight");
      await beginHere(page, { position: "subtract:60", opponent: "person" });
      await taps(page);
      await shoot("table-two-here");
      await page.goto("/play");
      await page.locator("#games-list li").first().waitFor();
      await shoot("play");
      const room = await world.server.api("POST", "/rooms", { body: { book: "subtract", fair: true } });
      for (let pupil = 0; pupil < 5; pupil++) await world.server.api("POST", `/rooms/${room.code}/join`, { body: {} });
      await page.goto(`/class/${room.code}`);
      await until("the tables are shown", async () => (await page.locator("#tables li").count()) === 3);
      await page.locator("#tables button").first().click();
      await page.locator("#large #picture > *").first().waitFor();
      await page.waitForLoadState("load");
      await shoot("class-room");
    });
  }
} finally {
  await close();
}
