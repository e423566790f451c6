import type { NameMatch } from './matches.ts'
import type { Passage } from './name-context.ts'
import { FINANCE_WORDS } from './word-lists.ts'

/**
 * `Apple orchards`, `Caterpillar fungus`, `Intel agencies`, `Snap election`: what grows, flows or rules, or a word with the name, is no company's;
 * nor is what a beast, a ship or a star of the name does.
 */
export function isCommonNoun(match: NameMatch, { tokens }: Passage): boolean {
  const after = tokens[match.last + 1]
  if (match.isPossessive || after === undefined) return false
  if (after.gap === 'space' && THINGS.has(after.word)) return true
  const isJoined = after.gap === 'space' || after.gap === 'joint'
  // In capitals it may be a name of its own: `Target Circle`.
  if (!isJoined || after.shape === 'upper') return false
  const word = tokens[match.last]?.word ?? ''
  return COMPOUNDS.get(word)?.has(after.word) === true || isDeed(word, match.last + 1, tokens)
}

/** `Crocs kill two`; of a share it is said by how much or why: `Peloton crashes 20%`, `Carrier sinks on weak guidance`. */
function isDeed(word: string, at: number, tokens: Passage['tokens']): boolean {
  const kind = KINDS.get(word)
  if (kind === undefined || !DEEDS[kind].has(tokens[at]?.word ?? '')) return false
  const rest = tokens.slice(at + 1, at + 1 + DEED_REACH)
  return rest.every((token) => !FINANCE_WORDS.has(token.word) && !/%$|^(?:percent|pct)$/.test(token.word))
}

/** How far behind the deed a figure makes it that of a share. */
const DEED_REACH = 8
type Kind = 'beast' | 'ship' | 'star' | 'rider'

/** What beasts, ships, stars and riders do, of which some is said of shares as well. */
const DEEDS: Readonly<Record<Kind, ReadonlySet<string>>> = {
  beast: words(
    'kill killed attack attacks attacked bite bites bit maul mauls mauled eat eats ate swim roam roams lurk spotted sighted captured breed',
  ),
  ship: words(
    'sinks sank sunk capsizes capsized sails sailed docks docked collides collided anchors runs ran deploys deployed',
  ),
  star: words('visible shines shone twinkles rises sets glows aligns seen brightest'),
  rider: words('crash crashes crashed splits chases rides climbs sprints reels regroups'),
}

/** Names of companies that are beasts, ships, stars or riders first, and that no text writes in small letters. */
const KINDS: ReadonlyMap<string, Kind> = new Map([
  ...kinds('beast', 'crocs puma jaguar caterpillar gopher'),
  ...kinds('ship', 'carrier frontline endeavour'),
  ...kinds('star', 'polaris orion sirius rigel vega arcturus capella altair'),
  ...kinds('rider', 'peloton'),
])

function kinds(kind: Kind, names: string): (readonly [name: string, kind: Kind])[] {
  return names.split(' ').map((name) => [name, kind] as const)
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '))
}

const THINGS: ReadonlySet<string> = new Set(
  `orchard orchards tree trees grove groves harvest harvests grower growers cider pie pies recipe recipes fungus fungi species larva larvae
  outbreak outbreaks plague infestation infestations river basin rainforest rainforests jungle tribe tribes deforestation drought monsoon
  agencies parade parades presidency soup sauce salad blossom blossoms seeds leaves variant pandemic wildfire wildfires flood floods
  creek lake canyon astronomers villagers`.split(/\s+/),
)

/** What two words mean as one, the first of which is also a company's name. None of the second can be its verb: not `Visa rules`, not `Alphabet books a gain`. */
const COMPOUNDS = compounds({
  alphabet: 'book letters song',
  amazon: 'biome wildlife',
  apple: 'juice crop crops farm farms farmers picking season varieties cake',
  block: 'party parties grant voting letters',
  box: 'office score seat jellyfish',
  carnival: 'season queen float ride atmosphere barker celebrations revelers revellers costume costumes',
  bumble: 'bee bees',
  caterpillar: 'nest nests',
  carrier: 'pigeon pigeons',
  chase: 'scene scenes',
  crown: 'court prince princess jewels colony land attorney prosecutor prosecutors dependency',
  delta: 'wave wing wings force blues region farmer farmers',
  dominion: 'status',
  fox: 'hunt hunting fur cub cubs den',
  gap: 'year analysis filler junction',
  intel:
    'official officials community briefing briefings committee assessment assessments operative operatives failure failures',
  match: 'fixing point day official officials referee winner ball',
  meta: 'analysis analyses',
  monster: 'truck trucks storm',
  oracle: 'bone bones',
  progressive: 'tax taxes rock caucus lawmaker lawmakers democrats activists',
  root: 'vegetable vegetables canal',
  shell: 'company companies casing casings shock game entity entities',
  snap: 'election elections decision judgment judgement judgments poll inspection inspections',
  square: 'root roots meter meters metre metres mile miles foot feet kilometers kilometres dance dances',
  stryker: 'vehicle vehicles brigade brigades',
  target: 'practice practise date shooting audience audiences',
  unity: 'government cabinet accord pledge candidate',
  visa: `waiver waivers application applications applicant applicants holder holders overstay overstays requirement requirements
    ban backlog backlogs lottery interview interviews scheme appointment appointments regime seekers quota quotas`,
  zoom: 'lens lenses fatigue bombing',
})

function compounds(table: Readonly<Record<string, string>>): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    Object.entries(table).map(([first, seconds]) => [first, new Set(seconds.split(/\s+/))] as const),
  )
}
