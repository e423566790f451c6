import { stem } from '../../../kernel/stem.ts'

/**
 * What a word does in financial news. Written for this project; words are listed as they stand in a dictionary and compared
 * by their stem.
 *
 * - `up`, `down`: what prices and figures do, or where they stand
 * - `good`, `bad`: good or bad news for whom it is about, whatever a number does
 * - `gauge`: a figure of which more is better; `burden`: one of which less is better
 * - `long`, `short`: what an adviser says one should do with a security, and how he feels about it
 * - `not`: turns round what follows; `hedge`: makes it less than a fact
 * - `tell`: somebody is quoted, `voice`: who is; an institution beside either speaks and is not spoken of
 * - `office`: an authority, central bank, court, union or source of data by its name
 * - `blow`, `boon`: an event that is bad or good for a company by itself, whatever else is said
 * - `undo`: ends, avoids or takes back what it is said of: of something bad that is good
 * - `event`: company news that says neither; `flat`: nothing moves
 * - `cause`: what follows is the reason; `turn`: what follows is another matter
 */
export type WordClass =
  | 'up'
  | 'down'
  | 'good'
  | 'bad'
  | 'gauge'
  | 'burden'
  | 'long'
  | 'short'
  | 'not'
  | 'hedge'
  | 'tell'
  | 'voice'
  | 'blow'
  | 'boon'
  | 'undo'
  | 'event'
  | 'flat'
  | 'cause'
  | 'turn'
  | 'peak'
  | 'trough'
  | 'rate'
  | 'office'

const WORDS: Readonly<Record<WordClass, string>> = {
  up: `rise gain jump surge soar climb rally advance rebound recover recovery bounce bounceback up upside uptick upturn
    uptrend upswing higher leap spurt zoom spike skyrocket rocket shoot firm firmer strengthen edge inch grow growth
    expand increase double triple treble quadruple fold accelerate add appreciate ascend reclaim regain revive revival
    swell lift boost raise hike propel buoy fuel push extend top above outpace escalate multiply widen raised breakout
    rise pop perk fly rally rise-up bull-run snap-up mount build-up elevate hoist catapult heighten ramp`,
  down: `fall drop slip slump tumble plunge sink slide decline down downside downturn downtrend downswing lower plummet
    crash dip dive tank skid shed lose ease weaken wobble retreat recede falter shrink contract contraction decrease
    dwindle drag nosedive collapse crumble crumple depreciate erode erosion cut trim slash reduce pare curb narrow
    tighten soften halve correct correction pullback selloff sell-off below under bleed droop wilt swoon stumble
    tepid fade cool slow slower slowest slowdown slowing decelerate drain dent hit hammer batter pummel pressure weigh subdue drift
    wane cede relinquish tailspin freefall descend skid diminish slowdown slacken stagnate stall`,
  good: `beat win strong strength stronger robust stellar solid healthy upbeat better best improve improvement good great
    excellent positive optimism optimistic hope cheer approve approval nod clear clearance bag secure award success
    successful succeed outperform outperformance outshine outdo exceed surpass record profit profitable profitability
    benefit beneficiary favour favourable favorable support shine sparkle bright brighten buzz boom thrive flourish
    resilient resilience impress impressive relief rescue reward attractive opportunity promising potential buoyant
    buoyancy momentum demand breakthrough milestone leader leadership winner favourite favorite darling top-pick
    settle resume relaunch restart reopen restore reinstate resolve ally innovate gainer encourage encouraging confident confidence delight upgrade
    stabilise stabilize stable bonus dividend buyback tailwind advantage boon plus value lucrative welcome
    rosy sunny sweet lucky blockbuster bumper fortune fresh help aid safe haven overcome prevail triumph outstrip
    exonerate acquit dismiss premium oversubscribe lap-up growth-driver reform stimulus efficient`,
  bad: `miss loss weak weakness weaker poor probe investigate investigation fraud scam scandal lawsuit sue suit fine
    penalty penalise penalize ban bar reject rejection deny default bankruptcy bankrupt insolvency insolvent distress
    crisis turmoil trouble woe worry fear concern risk threat threaten warn warning cautious caution doubt uncertainty
    disappoint disappointing disappointment downbeat underwhelm criticism plight downfall embroil scrutiny miserable misery dismal dull lacklustre lackluster sluggish gloom gloomy bleak grim dire
    bad worse worst negative hurt harm damage suffer struggle fail failure recall halt suspend suspension delay
    postpone cancel scrap shut shutdown closure layoff sack fire strike protest dispute breach hack outage accident
    explosion crash spill leak evacuate contaminate cheat illegal bribe bribery corruption launder raid arrest jail convict guilty
    accuse allege allegation charge violate violation downgrade underperform underperformance laggard loser lag
    drought shortage glut oversupply disrupt disruption setback blow headwind overhang drag pain painful plague
    vulnerable volatile volatility panic jitter nervous rout bloodbath carnage meltdown slap recession slowdown
    squeeze deteriorate deterioration abandon exit quit resign resignation oust withdraw withdrawal liquidate
    liquidation wipe erase overvalue expensive stretched bubble burst sanction tariff curb boycott freeze bearish
    slack challenge stress writedown write-off writeoff impairment junk toxic avoid danger unfavourable unwelcome
    hostage mar dampen undermine cripple haunt rattle spook stumble shock insult backlash blame criticise criticize
    unable fine illegal faulty defect flaw lawsuits dump shun rescind revoke deadlock impasse embargo crackdown
    overdue bounce-check restrain short-seller mis-sell inadequate inferior obsolete lay-off embezzle unpaid ail letdown
    beleaguered embattled troubled trail block abruptly cash-strapped debt-laden loss-making smother slam sour deepen inquiry infringe`,
  gauge: `profit sale revenue earnings income pat ebitda ebit margin topline bottomline turnover volume output production
    order export demand share stock price index futures growth guidance outlook forecast target estimate estimates
    dividend payout rating stake valuation nav aum deposit advance credit reserve cash ebidta eps net shipment delivery
    traffic subscriber user spending pmi gdp sentiment confidence appetite rupee currency equity bond market
    business activity valuation m-cap market-cap capitalisation liquidity inflow investment booking bookings backlog`,
  burden: `cost loss debt expense npa inflation unemployment deficit yield jobless claim tax liability provision
    writeoff bad-loan delinquency outflow fear worry concern tension risk attrition churn layoff defaults arrears
    redemption burden duty subsidy inventory stockpile glut pledge leverage slippage spread vix volatility joblessness
    fine penalty shortfall discount dilution doubt question alarm fatality death case infection emission borrowing overhead price-tag`,
  long: `buy accumulate bullish overweight long outperform bull pick invest bet prefer preferred recommend enter like
    attractive buyer favour multibagger bargain undervalued cheap hold-on stay-invested constructive upbeat`,
  short: `sell avoid bearish underweight short bear underperform book exit trim overvalued reduce seller dump
    cautious overbought steer-clear stay-away wary profit-booking profit-taking unwinding liquidation`,
  blow: `bankruptcy bankrupt insolvency insolvent receivership liquidate liquidation delist delisting indict indictment fraud
    embezzle bribery bribe kickback ransomware cyberattack breach hack hacker recall walkout shutdown layoff default downgrade
    lawsuit suit sue fine penalty probe investigation raid arrest convict conviction plead guilty misconduct writedown
    write-down impairment outage explosion blaze spill blacklist sanction restate restatement oust junk antitrust
    violation liable inquiry damages short-seller setback collapse crash injunction`,
  boon: `buyback repurchase upgrade acquit exonerate reinstate oversubscribe outperform profitable profitability windfall`,
  undo: `avoid avert escape dodge sidestep evade end stop cease prevent drop dismiss dismissal overturn reverse quash void toss
    annul vacate lift ease clear acquit exonerate emerge exit resolve withdraw rescind scrap waive
    overcome shrug defuse snap throw-out rule-out contain halt suspend block stem remove deny denial rebut refute`,
  not: `not no never cannot without neither nor fail unlikely lack hardly barely despite
    lose nothing none n't unable refuse`,
  hedge: `may might could would should likely expect possible perhaps seem appear rumour rumor report consider mull plan
    aim seek eye propose if whether can expectation hope prospect possibly probably set poise ready will to
    target forecast predict estimate see potential explore weigh`,
  tell: `say project tell write note accord state comment interview remark argue believe think reckon opine add explain report
    show suggest predict warn forecast estimate expect poll survey research datum quote cite view call`,
  voice: `analyst economist strategist trader broker brokerage manager director officer chief head president chairman
    spokesman spokeswoman spokesperson expert researcher team securities capital advisory advisor adviser partner
    investor fund desk md ceo cfo cio vp minister governor secretary regulator agency firm source professor`,
  event: `appoint name launch announce unveil sign tie-up partner acquire acquisition merge merger stake ipo list plan
    raise issue open start introduce file offer approach talk meet meeting hire promote join board allot set
    complete divest sell bid deal agreement pact contract venture invest expand enter debut subscribe conference
    result quarter agm declare schedule release publish host visit speak testify review study discuss rejig
    restructure reorganise rename rebrand transfer elect nominate succeed step depart retire`,
  flat: `flat steady unchanged mixed range rangebound sideways neutral hold stable little-changed choppy consolidate
    consolidation quiet muted maintain remain narrow tread lacklustre listless stay status-quo subdued halt wait
    even directionless reaffirm affirm`,
  cause: `as on after amid due because following since from over driven led help ahead by post`,
  turn: `but although though while however despite yet whereas even unless except versus vs against
    overshadow outweigh eclipse`,
  peak: `high record peak all-time lifetime best strongest highest year-high upper-circuit`,
  trough: `low trough bottom worst weakest lowest year-low lower-circuit`,
  rate: `upgrade downgrade rating target initiate reiterate retain maintain overweight underweight equal-weight neutral
    hold price-target coverage`,
  office: `fed reserve ecb boj boe rbi pboc fomc rbnz rba snb imf oecd opec sec ftc fda usfda sebi cbi cftc doj finra fca
    irda irdai trai cci nclt commission department ministry treasury regulator authority court police parliament senate
    congress union council association federation agency bureau exchange nse bse ncdex refinitiv reuters bloomberg
    cnbc factset eikon gartner idc nielsen moody fitch crisil icra icc gartner iata eia iea epfr cme fedwatch
    government cabinet assocham ficci cii nasscom`,
}

const CLASSES = new Map<string, readonly WordClass[]>()
for (const [name, words] of Object.entries(WORDS)) {
  for (const word of words.split(/\s+/)) {
    const key = stem(word)
    const others = CLASSES.get(key) ?? []
    if (!others.includes(name as WordClass)) CLASSES.set(key, [...others, name as WordClass])
  }
}

/** Who did it and to whom it was done have one stem, and are told apart by the ending alone: "UBS upgrades", "Infosys upgraded". */
export const SUFFERED: ReadonlySet<string> = new Set('upgraded downgraded sued fined accused'.split(' '))
for (const word of SUFFERED) CLASSES.set(word, CLASSES.get(stem(word)) ?? [])

/** Pairs of words that mean something else than their parts, with their classes. */
const PAIRS: Readonly<Record<string, readonly WordClass[]>> = {
  // What a drug treats is no figure of a company's.
  'weight loss': [],
  'hair loss': [],
  'hearing loss': [],
  // Of a broker's list, and no verdict of a court.
  'conviction list': [],
  'conviction buy': ['long'],
  'force majeure': ['bad', 'blow'],
  'stop loss': [],
  'stop losses': [],
  'long term': [],
  'short term': [],
  'near term': [],
  'rights issue': ['event'],
  'share sale': ['event'],
  'stake sale': ['event'],
  'target price': ['gauge', 'rate'],
  'price target': ['gauge', 'rate'],
  'short covering': ['up'],
  'bargain buying': ['up'],
  'value buying': ['up'],
  'profit booking': ['down'],
  'profit taking': ['down'],
  'margin call': ['bad'],
  'top line': ['gauge'],
  'bottom line': ['gauge'],
  'interest rate': ['burden'],
  'wait watch': ['flat'],
  'little changed': ['flat'],
  'range bound': ['flat'],
  'status quo': ['flat'],
  'break even': ['good'],
  'break out': ['up'],
  'sell off': ['down'],
  'write off': ['bad'],
  'write down': ['bad'],
  'lay off': ['bad'],
  'rule out': ['not'],
  'decline to': ['not'],
  'yet to': ['not'],
  'steps down': ['event'],
  'set back': ['bad'],
  'under pressure': ['down'],
  'under performing': ['bad'],
  'top gainer': ['up'],
  'top loser': ['down'],
  'upper circuit': ['up'],
  'lower circuit': ['down'],
  'better than': ['good'],
  'worse than': ['bad'],
  'in focus': ['flat'],
  'chapter #': ['bad', 'blow'],
  'class action': ['bad', 'blow'],
  'going concern': ['bad', 'blow'],
  'substantial doubt': ['bad', 'blow', 'burden'],
  'data breach': ['bad', 'blow'],
  'data leak': ['bad', 'blow'],
  'cyber attack': ['bad', 'blow'],
  'cyber incident': ['bad', 'blow'],
  'profit warning': ['bad', 'blow'],
  'sales warning': ['bad', 'blow'],
  'revenue warning': ['bad', 'blow'],
  'clinical hold': ['bad', 'blow'],
  'criminal charge': ['bad', 'blow'],
  'fraud charge': ['bad', 'blow'],
  'bribery charge': ['bad', 'blow'],
  'impairment charge': ['bad', 'blow'],
  'charge against': ['bad', 'blow'],
  'plead guilty': ['bad', 'blow'],
  'found liable': ['bad', 'blow'],
  'find liable': ['bad', 'blow'],
  'oil spill': ['bad', 'blow'],
  'steps abruptly': ['bad', 'blow'],
  'walk out': ['bad', 'blow'],
  'shut down': ['bad', 'blow'],
  'steal data': ['bad', 'blow'],
  'block deal': ['event'],
  'block trade': ['event'],
  'block sale': ['event'],
  // What houses, engines and prisons have holds nothing up.
  'apartment block': [],
  'tower block': [],
  'office block': [],
  'housing block': [],
  'residential block': [],
  'city block': [],
  'cell block': [],
  'engine block': [],
  'building block': [],
  // What is burdensome can reach its height as well.
  'hit record': ['up'],
  'strike deal': ['good', 'event'],
  'strike agreement': ['good', 'event'],
  'strike partnership': ['good', 'event'],
  'rate cut': ['down'],
  'throw out': ['undo'],
  'call off': ['undo'],
  'shake off': ['undo'],
  'without action': ['undo'],
  'special dividend': ['good', 'boon'],
  'share repurchase': ['good', 'boon'],
  'share buyback': ['good', 'boon'],
  'stock buyback': ['good', 'boon'],
  'investment grade': ['good', 'boon'],
  'fda approval': ['good', 'boon'],
  'land order': ['good', 'boon'],
  'land contract': ['good', 'boon'],
  'land $': ['good', 'boon'],
  'fda approv': ['good', 'boon'],
  'fall short': ['bad'],
  'up short': ['bad'],
  'free fall': ['down'],
  'blow past': ['good'],
  'sail past': ['good'],
  'race past': ['good'],
  // Of a dividend, a vote or a share register; it is none of the heights that figures reach.
  'record date': ['event'],
}
for (const [pair, classes] of Object.entries(PAIRS)) CLASSES.set(pair.split(' ').map(stem).join(' '), classes)

/** Pairs of stems, with a blank between, that are to be read as one. */
export const PHRASES: ReadonlySet<string> = new Set([...CLASSES.keys()].filter((key) => key.includes(' ')))

const NONE: readonly WordClass[] = []

/** The classes of a stem, in a fixed order; none for most words. */
export function classesOf(stemmed: string): readonly WordClass[] {
  return CLASSES.get(stemmed) ?? NONE
}
