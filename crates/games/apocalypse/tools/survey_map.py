"""Draws data/map.toml from the survey of the ground (rulings 120 to 124, 140).

    python3 tools/survey_map.py FOLDER > data/map.toml

FOLDER holds apocalypse-survey.csv, apocalypse-rivers.csv and apocalypse-gazetteer.csv. The map it prints is the
data from then on: whoever owns the printed map edits that file, not this one.
"""
import csv, heapq, math, sys

folder = sys.argv[1]
read = lambda name: list(csv.DictReader(open(f"{folder}/apocalypse-{name}.csv", encoding="utf-8")))
ROWS, COLUMNS = 56, 42
SEA, CLEAR, ROUGH, DESERT, MOUNTAIN, MARSH = "~", "c", "r", "d", "m", "w"
LETTER = {"sea": SEA, "clear": CLEAR, "rough": ROUGH, "desert": DESERT, "mountain": MOUNTAIN}
survey = read("survey")
spot = {row["label"]: (int(row["grid_row"]), int(row["grid_col"])) for row in survey}
label = {at: name for name, at in spot.items()}
ground = {spot[row["label"]]: LETTER[row["suggested"]] for row in survey}
centre = {spot[row["label"]]: (float(row["lat"]), float(row["lon"])) for row in survey}
share = {spot[row["label"]]: float(row["land_fraction"]) for row in survey}


def around(at):
    """The neighbours of a hex: even rows lie half a hex further west (ruling 5)."""
    r, c = at
    shift = 0 if r % 2 == 0 else -1
    near = [(r, c - 1), (r, c + 1)] + [(r + d, c + shift + s) for d in (-1, 1) for s in (0, 1)]
    return [n for n in near if n in ground]


# Places: a given label binds, the rest go to the nearest centre with enough land (ruling 140).
places, taken = [], set()
gazetteer = read("gazetteer")
for entry in gazetteer:
    if entry["label"]:
        taken.add(spot[entry["label"]])
for entry in gazetteer:
    if entry["label"]:
        at = spot[entry["label"]]
    else:
        lat, lon = float(entry["lat"]), float(entry["lon"])
        far = lambda h: math.hypot((centre[h][0] - lat) * 111.2, (centre[h][1] - lon) * 111.2 * math.cos(math.radians(lat)))
        at = min((h for h in ground if share[h] >= 0.15 and h not in taken), key=far)
        taken.add(at)
    places.append((entry, at))

# Ruling 120: Marmara is sea. Ruling 121: coasts and places one step milder.
for name in ("1134", "1338"):
    ground[spot[name]] = SEA
sites = {at for _, at in places}
for at in sites:
    if ground[at] == SEA:
        ground[at] = CLEAR
milder = {MOUNTAIN: ROUGH, ROUGH: CLEAR}
coastal = {h for h in ground if ground[h] != SEA and any(ground[n] == SEA for n in around(h))}
for at in coastal | sites:
    ground[at] = milder.get(ground[at], ground[at])
ground[spot["1235"]] = CLEAR
for name in "5134 5135 5233 5234 5235 5236 5333 5334 5335".split():
    ground[spot[name]] = MARSH

rivers = [(r["label_a"], r["label_b"]) for r in read("rivers")]
river = {frozenset((spot[a], spot[b])) for a, b in rivers}
straits = [tuple(pair.split("|")) for pair in (
    "1234|1235 1234|1135 1439|1339 1439|1340 1438|1339 2338|2237 2338|2337 2834|2734 2834|2735 2835|2735 2835|2736"
).split()]
strait = {frozenset((spot[a], spot[b])) for a, b in straits}
inside = lambda name: 51 <= int(name[:2]) <= 56 and 33 <= int(name[2:]) <= 36
delta = [(a, b) for a, b in rivers if inside(a) and inside(b) and {a, b} != {"5633", "5634"}]

# Roads (ruling 122): each stretch the cheapest land path, what is road already costs 1.
COST = {CLEAR: 1, DESERT: 2, ROUGH: 2, MARSH: 3, MOUNTAIN: 3}
at_name = {entry["name"]: at for entry, at in places}
find = lambda name: at_name.get(name) or spot[name]
road, courses = set(), []


def stretch(a, b):
    best, queue = {}, [(0, 0, (label[a],), a)]
    while queue:
        cost, steps, path, at = heapq.heappop(queue)
        if at in best:
            continue
        best[at] = True
        if at == b:
            return [spot[name] for name in path]
        for n in around(at):
            edge = frozenset((at, n))
            if n in best or ground[n] == SEA or edge in strait:
                continue
            step = 1 if edge in road else COST[ground[n]] + (edge in river)
            heapq.heappush(queue, (cost + step, steps + 1, path + (label[n],), n))
    raise SystemExit(f"no way from {label[a]} to {label[b]}")


ROUTES = """
Constantinople–Herakleia–Adrianople
Constantinople–Mesembria
Herakleia–1339
1234–Nicomedia–Nicaea–Dorylaion–Amorion–Ikonion–Tyana–Tarsus–Mopsuestia–Antioch
Nicomedia–Ancyra–Caesarea–Sebasteia–Koloneia–Theodosiopolis–Dvin–Nakhchawan
Dorylaion–Ancyra–Amaseia–Koloneia
Amastris–Sinope–Amisos–Trebizond
Amisos–Amaseia–Sebasteia
Trebizond–Theodosiopolis–Manzikert–Amida
Nicaea–Cios–Cyzicus–Abydos–Smyrna–Ephesus–Laodikeia–Attaleia
Nicaea–Prussa–Kotyaion–Amorion
Smyrna–Sardis–Laodikeia–Antioch in Pisidia–Ikonion
Antioch in Pisidia–Amorion
Tyana–Caesarea–Ireneopolis–Amida–Nisibis–Mosul
Tarsus–Seleukeia
Caesarea–Germanikeia–Antioch
Ireneopolis–Germanikeia–Edessa–Amida
Antioch–Beroea–Hierapolis–Edessa–Nisibis
Antioch–Laodicea–Tripolis–Tyre–Acre–Caesarea Maritima–Ascalon–Gaza–Pelusium–Damietta–Rosetta–Alexandria–Paraetonium–5150
Beroea–Emesa–Damascus–Bostra
Tripolis–Emesa–Palmyra–Hierapolis
Damascus–Palmyra
Caesarea Maritima–Jerusalem–Gaza
Jerusalem–Bostra
Pelusium–Fustat–Nikiu–Alexandria
"""
for route in ROUTES.strip().split("\n"):
    stops = route.split("–")
    whole = [find(stops[0])]
    for a, b in zip(stops, stops[1:]):
        path = stretch(find(a), find(b))
        road |= {frozenset(pair) for pair in zip(path, path[1:])}
        whole += path[1:]
    courses.append((route, [label[h] for h in whole]))

# ---- printing
out = print
out("""# The map of Apocalypse in the East: the eastern Mediterranean, 646 to 656.
#
# The printed map is not to be had: this is real geography on its numbering, drawn by tools/survey_map.py from a
# survey of the ground (rulings 5, 120 to 124, 140). Whoever owns the printed map corrects this file.
#
# Hexes are pointy-topped, in rows from north to south; even rows lie half a hex further west. A label is RRCC:
# RR the row, CC the column counted from EAST to WEST. Each line below is one row as one sees it, west at the
# left: its last letter is the hex labelled by `row` and `east`, and columns are counted from there to the left.
# From row 49 on (Egypt) the printed labels jump; the board does not.

house = true
note = "The map is a reconstruction of ours: real geography on the printed numbering, terrain, roads and districts by rule."

# c clear   r rough   d desert   m mountain   w marsh   ~ sea
[legend]
c = "clear"
r = "rough"
d = "desert"
m = "mountain"
w = "marsh"
"~" = "sea"
""")
out("[ground]\nrows = [")
for r in range(1, ROWS + 1):
    line = "".join(ground[(r, c)] for c in range(COLUMNS, 0, -1))
    east = label[(r, 1)]
    out(f'    {{ row = {int(east[:2]):2}, east = {int(east[2:])}, hexes = "{line}" }},')
out("]\n")


def pairs(title, about, list_):
    out(f"# {about}\n{title} = [")
    for i in range(0, len(list_), 8):
        out("    " + " ".join(f'"{a} {b}",' for a, b in list_[i : i + 8]))
    out("]\n")


out("[hexsides]")
pairs("rivers", "+1 to cross, bridged by roads.", rivers)
pairs("straits", "Crossed only by ship (ruling 120): Bosporus, Hellespont, Samos, Rhodes.", straits)
pairs("delta", "The branches of the Nile that ships use (5.2; ruling 123).", delta)
out("# Roads along the Roman routes (ruling 122), hex by hex.")
for route, hexes in courses:
    out(f'[[road]]\nroute = "{route}"\nhexes = [')
    for i in range(0, len(hexes), 14):
        out("    " + " ".join(f'"{h}",' for h in hexes[i : i + 14]))
    out("]\n")
out("""# Entry hexes (rulings 23 and 125): the army of Kufa, the road to Africa.
[entries]
kufa_place = "Mosul"
kufa_edge = ["2801", "4301"]
africa = "5150"

# The start line in Egypt (10.1.5; ruling 141), from label to label: Byzantines north and west of it.
[start_line]
from = "5131"
to = "5837"

# Names across the map, for the eye alone.
[labels]
region = [
    { hex = "0739", text = "Thrace" },
    { hex = "1728", text = "Obsequium" },
    { hex = "1813", text = "Armeniae" },
    { hex = "2125", text = "Orientales" },
    { hex = "2533", text = "Carabisianis" },
    { hex = "2706", text = "Jazira" },
    { hex = "3214", text = "Syria" },
    { hex = "3709", text = "Syrian Desert" },
    { hex = "5416", text = "Arabia" },
    { hex = "5829", text = "Sinai" },
    { hex = "5838", text = "Egypt" },
    { hex = "5345", text = "Libya" },
    { hex = "0510", text = "Caucasus" },
]
sea = [
    { hex = "0523", text = "Black Sea" },
    { hex = "2441", text = "Aegean" },
    { hex = "3931", text = "Mediterranean" },
]

# Towns and cities in the order of the gazetteer; a hex without one belongs to the district of the nearest
# (ruling 124). `anchors` make a port, `fabrica` arms replacements.""")
for entry, at in places:
    out("[[place]]")
    out(f'name = "{entry["name"]}"\nat = "{label[at]}"\nkind = "{entry["kind"]}"')
    if entry["anchors"] != "0":
        out(f'anchors = {entry["anchors"]}')
    if "fabrica" in entry["note"]:
        out("fabrica = true")
    out(f'side = "{entry["side"]}"\ndistrict = "{entry["district"]}"\n')

# ---- the distances of ruling 139, to standard error
def land(a, b, muslim):
    costs = dict(COST, **({DESERT: 1} if muslim else {}))
    dist, queue = {}, [(0, find(a))]
    while queue:
        d, at = heapq.heappop(queue)
        if at in dist:
            continue
        dist[at] = d
        for n in around(at):
            edge = frozenset((at, n))
            if ground[n] == SEA or edge in strait:
                continue
            heapq.heappush(queue, (d + (1 if edge in road else costs[ground[n]] + (edge in river)), n))
    return dist.get(find(b))


branch = {frozenset((spot[a], spot[b])) for a, b in delta}
coast = {h for h in ground if ground[h] != SEA and any(ground[n] == SEA for n in around(h))}
wet = coast | {h for e in branch for h in e}


def sails(a, b):
    edge = frozenset((a, b))
    if ground[a] == SEA or ground[b] == SEA:
        return (ground[a] == SEA or a in coast) and (ground[b] == SEA or b in coast)
    both = a in wet and b in wet
    shared = any(ground[n] == SEA and n in around(b) for n in around(a))
    return both and (shared or edge in strait or edge in branch)


def sea(a, b):
    dist, queue = {find(a): 0}, [find(a)]
    for at in queue:
        for n in around(at):
            if n not in dist and sails(at, n):
                dist[n] = dist[at] + 1
                queue.append(n)
    return dist.get(find(b))


for a, b, want in [("Damascus", "Laodicea", 9), ("Damascus", "Gaza", 9), ("Damascus", "Antioch", 12), ("Fustat", "Alexandria", 6),
                   ("Fustat", "Pelusium", 5), ("Fustat", "Gaza", 9), ("Antioch", "Tarsus", 3), ("Antioch", "Ikonion", 10),
                   ("Antioch", "Nicomedia", 22), ("Mosul", "Edessa", 11), ("Mosul", "Dvin", 22)]:
    print("muslim", a, b, land(a, b, True), want, file=sys.stderr)
for a, b, want in [("Constantinople", "Adrianople", 6), ("5150", "Paraetonium", 7)]:
    print("byzantine", a, b, land(a, b, False), want, file=sys.stderr)
for a, b, want in [("Laodicea", "Constantia", 4), ("Laodicea", "Rhodes", 17), ("Laodicea", "Smyrna", 25), ("Laodicea", "Constantinople", 38),
                   ("Constantinople", "Abydos", 5), ("Constantinople", "Smyrna", 14), ("Constantinople", "Rhodes", 22),
                   ("Constantinople", "Trebizond", 24), ("Alexandria", "Fustat", 9)]:
    print("sea", a, b, sea(a, b), want, file=sys.stderr)
print({e["name"]: label[at] for e, at in places if e["name"] in ("Rhodes", "Herakleia", "Mesembria", "Gaza", "Ascalon", "Samos", "Abydos", "Paraetonium")}, file=sys.stderr)
