// @ts-check
// The live line to a table: a WebSocket that comes back by itself. The first message after every
// connection is the whole game, so that nothing is ever missed.

const LEAST = 250;
const MOST = 8000;

/**
 * @param {string} id the game
 * @param {{
 *   token: () => string | undefined,
 *   onGame: (game: any) => void,
 *   onPresence: (message: any) => void,
 *   onState: (state: "open" | "waiting") => void,
 * }} hooks
 */
export function listen(id, hooks) {
  let socket = /** @type {WebSocket | null} */ (null);
  let timer = 0;
  let wait = LEAST;
  let closed = false;

  function open() {
    clearTimeout(timer);
    if (closed || (socket && socket.readyState <= WebSocket.OPEN)) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const mine = new WebSocket(`${scheme}://${location.host}/api/v1/games/${encodeURIComponent(id)}/live`);
    socket = mine;
    mine.addEventListener("open", hello);
    mine.addEventListener("message", (event) => {
      if (typeof event.data !== "string") return;
      let message;
      try {
        message = JSON.parse(event.data);
      } catch {
        return;
      }
      if (message.v !== 1) return;
      if (message.type === "game") {
        wait = LEAST;
        hooks.onState("open");
        hooks.onGame(message.game);
      } else if (message.type === "presence") hooks.onPresence(message);
    });
    mine.addEventListener("close", () => {
      if (socket !== mine) return;
      socket = null;
      if (closed) return;
      hooks.onState("waiting");
      timer = setTimeout(open, wait * (0.5 + Math.random()));
      wait = Math.min(wait * 2, MOST);
    });
  }

  /** Tells whose seat this is, so that it counts as present. */
  function hello() {
    const token = hooks.token();
    if (token && socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ v: 1, type: "hello", token }));
  }

  /** There is reason to hope: do not wait any longer. */
  function soon() {
    if (document.visibilityState === "hidden") return;
    wait = LEAST;
    open();
  }
  addEventListener("online", soon);
  addEventListener("pageshow", soon);
  document.addEventListener("visibilitychange", soon);
  open();
  return {
    hello,
    isOpen: () => socket?.readyState === WebSocket.OPEN,
    close() {
      closed = true;
      socket?.close();
    },
  };
}
