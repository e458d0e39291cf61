"""Plays over the web API of `duel serve`, in plain Python: any legal move, until the game ends.

    python3 web_bot.py http://127.0.0.1:8080 --book subtract --level easy   # the computer
    python3 web_bot.py http://127.0.0.1:8080 --book digits                  # prints a link, and waits
    python3 web_bot.py http://127.0.0.1:8080/g/ID                           # takes the free seat
"""
import argparse, json, random, time, urllib.error, urllib.request, uuid

class Server:
    def __init__(self, origin):
        self.api, self.token = origin + "/api/v1", None

    def open(self, method, path, body=None, **headers):
        if self.token:
            headers["Authorization"] = "Bearer " + self.token
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", **headers}
        request = urllib.request.Request(self.api + path, data, headers, method=method)
        return urllib.request.urlopen(request, timeout=60)

    def ask(self, method, path, body=None, **headers):
        """Asks until there is an answer: networks fail, servers restart, limits pass."""
        pause = 0.2
        while True:
            try:
                with self.open(method, path, body, **headers) as answer:
                    return json.load(answer)
            except urllib.error.HTTPError as error:
                if error.code != 429 and error.code < 500:
                    return json.load(error)  # a problem: {"status": 409, "code": "other-ply", ...}
                pause = max(pause, float(error.headers.get("Retry-After") or 0))
            except OSError:
                pass
            time.sleep(pause * random.uniform(0.5, 1.5))
            pause = min(pause * 2, 10)

    def wait(self, game):
        """Returns when something has happened in the game, or after a while."""
        path, accept = f"/games/{game['id']}/events?after={game['seq']}", "text/event-stream"
        try:
            with self.open("GET", path, Accept=accept) as events:
                next((line for line in events if line.startswith(b"data:")), None)
        except OSError:
            time.sleep(1)

def choose(server, game):
    moves = game["moves"]
    found = moves["digits"] + ["1"] * moves["pass"]
    for group in moves["groups"]:
        number = group["number"]
        if group["choices"] is None:  # too many to be sent with the game
            group = server.ask("GET", f"/games/{game['id']}/moves?number={number}&from=0&to=100")
        found += group["choices"]
    return random.choice(found) if found else "resign"

def play(server, game, seat):
    while not game["result"]:
        if game["turn"] == seat:
            # The same key for the same move: sent twice, it is made once.
            move, key = {"move": choose(server, game), "ply": game["ply"]}, str(uuid.uuid4())
            server.ask("POST", f"/games/{game['id']}/moves", move, **{"Idempotency-Key": key})
        else:
            server.wait(game)
        game = server.ask("GET", f"/games/{game['id']}")
    print(f"Seat {seat}, {game['ply']} moves: {game['result']['words']}", flush=True)

options = argparse.ArgumentParser(description="plays over the web API of duel serve")
options.add_argument("address", help="a server, or the link of a game")
options.add_argument("--book", default="subtract")
options.add_argument("--level", help="play the computer: random, easy, medium, hard, perfect, swindler")
given = options.parse_args()
origin, _, link = given.address.rstrip("/").partition("/g/")
server, computer = Server(origin), {"opponent": "computer", "level": given.level} if given.level else {}
seated = (server.ask("POST", f"/games/{link}/join", {"name": "Python"}) if link else
          server.ask("POST", "/games", {"book": given.book, "fair": True, "name": "Python", **computer}))
if "token" not in seated:
    raise SystemExit(seated["detail"])
print(f"{origin}/g/{seated['id']}", flush=True)
server.token = seated["token"]
play(server, seated["game"], seated["seat"])
