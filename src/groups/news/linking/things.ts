import type { NameMatch } from './matches.ts'
import type { Passage } from './surroundings.ts'

/** `Apple orchards`, `Caterpillar fungus`, `Intel agencies`, `Snap election`: what grows, flows or rules, or a word with the name, is no company's. */
export function isThing(match: NameMatch, { tokens }: Passage): boolean {
  const after = tokens[match.last + 1]
  if (match.isPossessive || after === undefined) return false
  if (after.gap === 'space' && THINGS.has(after.word)) return true
  const isJoined = after.gap === 'space' || after.gap === 'joint'
  // In capitals it may be a name of its own: `Target Circle`.
  if (!isJoined || after.shape === 'upper') return false
  return COMPOUNDS.get(tokens[match.last]?.word ?? '')?.has(after.word) === true
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
