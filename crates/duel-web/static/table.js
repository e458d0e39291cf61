// @ts-check
// The page of a game that a server keeps: /g/ID.

import { open } from "./table/table.js";
import { remote } from "./table/remote.js";

open(remote(decodeURIComponent(location.pathname.split("/")[2] ?? "")));
