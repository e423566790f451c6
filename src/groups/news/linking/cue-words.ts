/* The words by which market-cues.ts tells news of companies. */

export const AUXILIARIES = words('to will may could must again also now further sharply is set')
export const MODALS = words('to will may could must')
/** Pasts of one form for one and for many, or that do not end like a past. */
export const PASTS = words('cut beat gave withdrew kept spent won shut quit')
export const SHARES = words('shares stock')
export const OF_SHARES = words(
  'price split buyback repurchase offering sale listing upgraded downgraded pops popped swoons',
)
export const OF_PERIODS = words(
  'q1 q2 q3 q4 first second third fourth quarter full year half annual quarterly net operating core adjusted underlying pretax',
)
export const FIGURES = words(
  'profit profits earnings revenue revenues results ebitda eps dividend guidance ipo buyback',
)
/** Figures of one company more than of many. */
export const KEPT_BY_ONE = words('profit revenue dividend')
export const BEATS = words('beats beat tops topped misses missed')
/** What shares do, and little else that has a name: gaps widen and targets move. */
export const JUMPS = words(`
  jumps surges soars sinks slides slumps tumbles plunges plummets rallies climbs slips falls drops rises gains craters tanks
  jumped surged soared sank slid slumped tumbled plunged plummeted rallied climbed slipped fell dropped rose gained
`)
export const REASONS = words('after on as')
/** Behind a figure they make it one of people, or a thing of its own: `Gap earnings between rich and poor`. */
export const NO_FIGURES = words('between gap gaps inequality policy policies')
export const PREPOSITIONS = words('post pre past beyond pending')
export const TAXES = words('tax taxes duty duties')
export const OFFICES = words('ceo cfo coo cto')
export const OFFICERS = words('executive financial operating technology')
/** As what companies hire people. */
export const POSTS = words(
  'head chief ceo cfo coo cto president chair chairman chairwoman director executive officer boss counsel',
)
/** What airlines are called whose flights are news: `Carrier cancels flights`. */
export const AIRLINES = words('carrier carriers airline airlines')
export const PEOPLE = words('shareholders shareholder stockholders pilots passengers franchisees dealers')
export const ADVISES = words(
  'upgrade upgrades upgraded upgrading downgrade downgrades downgraded downgrading',
)
/** Sorts of companies, as news names them before their names. */
export const KINDS = words(`
  retailer chipmaker automaker carmaker drugmaker planemaker insurer lender operator developer producer supplier broker brokerage
  bank airline giant firm group company startup maker chain miner builder homebuilder utility owner parent rival major grocer
`)
/** What ends the clause of a verb, and who does what is done: `Nasdaq lifted by earnings`. */
export const CLAUSES = words('as after by between amid while when before because since if despite where than')

/** Public bodies and people, who do much of what companies do. */
export const BODIES = words(`
  city cities town towns village county counties state states region regions province provinces district districts nation nations
  republic union federation alliance coalition community communities public government parliament council court police army
  church university college school schools hospital hospitals citizens customers travelers travellers consumers members voters
  workers farmers owners residents families
`)
/** What is played, held or tried: its results are no figures. */
export const CONTESTS = words(
  'match game games race cup league test tests trial trials exam exams lab labs poll vote ballot',
)

const EXPECTED = words('estimates expectations consensus')
const EARNED = words(
  'profit profits earnings eps ebitda dividend dividends payout buyback repurchase guidance',
)
/** What neither a city nor people have. */
export const OF_COMPANIES = new Set([...EARNED, ...EXPECTED, ...words('quarter quarterly q1 q2 q3 q4')])
const FORECASTS = words('revenue revenues sales results forecast forecasts outlook')
const REPORTED = new Set([
  ...OF_COMPANIES,
  ...FORECASTS,
  ...words('loss losses margin margins capex bookings billings premiums deliveries shipments'),
])
const STAFF = words('jobs staff workforce employees workers positions headcount layoffs')
/** Also `names Jane Doe as …`. */
const LEADERS = words('ceo cfo coo cto executive officer as')
const MONEY = words('million billion trillion')
const DEALS = new Set([
  ...MONEY,
  ...words('stake unit business rival assets division arm firm company startup maker subsidiary bitcoin'),
])
const FILINGS = words('bankruptcy chapter ipo')
const SITES = words(`
  store stores shop shops outlet outlets restaurant restaurants plant plants factory factories branch branches warehouse warehouses
  refinery refineries mine mines showrooms dealerships salons supermarkets hub
`)
const FLIGHTS = words('flights routes')
const CUSTOMERS = words('subscribers customers users')
const ORDERS = words('contract contracts order orders tender')
const VENTURES = words('project projects venture ventures business market stake field')
const CHARGES = words('charge charges writedown writedowns impairment')
const SUPPLIES = words('shipments shipping deliveries production output sales')
const INDICES = words('index nasdaq dow 100 500')
const CASES = words('lawsuit lawsuits suit antitrust arbitration patent appeal trial litigation')
const PLANS = words(
  'bid offer plan plans logo brand brands policy policies supplier suppliers merger takeover',
)
const PARTNERS = words('with')

/** What no index has: it gains, loses, posts a quarter and is lifted by earnings. */
export const NO_LEVELS = new Set(
  [EARNED, FORECASTS, STAFF, LEADERS, DEALS, FILINGS, SITES, PARTNERS].flatMap((set) => [...set]),
)

/** Verbs, and what companies do with them. */
export const OBJECTS: readonly (readonly [verbs: ReadonlySet<string>, objects: ReadonlySet<string>])[] = [
  [
    words(`
      raise raises raised lift lifts lifted boost boosts boosted hike hikes hiked increase increases increased cut cuts lower lowers
      lowered trim trims trimmed slash slashes slashed reduce reduces reduced axe axes shed sheds eliminate eliminates
    `),
    new Set([
      ...REPORTED,
      ...STAFF,
      ...words('prices fees fares production output spending wage wages bond bonds debt capital'),
    ]),
  ],
  [
    words(`
      beat beats top tops topped miss misses missed exceed exceeds exceeded match matches matched post posts posted report reports
      reported book books booked swing swings swung log logs reaffirm reaffirms reaffirmed affirm affirms affirmed maintain maintains
      maintained keep keeps kept withdraw withdraws withdrew suspend suspends suspended scrap scraps scrapped give gives gave
      declare declares declared announce announces announced unveil unveils
    `),
    REPORTED,
  ],
  [words('take takes took record records recorded'), CHARGES],
  [words('halt halts halted pause pauses paused stop stops stopped delay delays delayed'), SUPPLIES],
  [
    words('disclose discloses disclosed'),
    new Set([...REPORTED, ...words('loan loans breach stake cyberattack')]),
  ],
  [words('join joins joined'), INDICES],
  [
    words('face faces faced settle settles settled dodge dodges fight fights fought appeal appeals appealed'),
    CASES,
  ],
  [words('start starts started'), new Set([...REPORTED, ...words('production output construction')])],
  [
    words('see sees forecasts expects warns warned flag flags flagged'),
    new Set([...REPORTED, ...words('demand prices costs')]),
  ],
  [words('resume resumes resumed'), new Set([...REPORTED, ...FLIGHTS])],
  [words('name names named appoint appoints appointed hire hires hired tap taps tapped'), LEADERS],
  [words('buy buys acquire acquires acquired sell sells sold agrees agreed'), DEALS],
  [words('file files filed'), FILINGS],
  [words('pay pays paid invest invests invested spend spends spent commit commits committed fined'), MONEY],
  [words('close closes closed shut shuts shutter shutters shuttered open opens opened idle idles'), SITES],
  [words('cancel cancels cancelled canceled ground grounds grounded'), FLIGHTS],
  [words('add adds added gain gains gained'), CUSTOMERS],
  [words('lose loses lost'), new Set([...CUSTOMERS, ...CASES])],
  [words('win wins won'), new Set([...ORDERS, ...CASES])],
  [words('land lands landed secure secures secured'), ORDERS],
  [words('quit quits exit exits exited'), VENTURES],
  [words('drop drops dropped ditch ditches ditched scrap scraps scrapped abandon abandons abandoned'), PLANS],
  [words('merge merges merged partner partners partnered team teams teamed'), PARTNERS],
]

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/))
}
