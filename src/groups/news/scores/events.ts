/** An event of companies or economies that moves prices, and the phrases by which news reports it. */
export interface MaterialEvent {
  name: string
  /** How much it matters to a holder, 0 to 1. */
  weight: number
  /** It matters to everybody, whatever company is named. */
  isMacro?: true
  /** In small letters, whole words; no nested repetition, so that reading is linear. */
  phrases: RegExp
}

const words = (alternatives: string) => new RegExp(`\\b(?:${alternatives.replaceAll(/\s*\n\s*/g, '')})\\b`)

/** Phrases are our own choice; weights are judgement, in steps of 0.1. */
export const MATERIAL_EVENTS: readonly MaterialEvent[] = [
  {
    name: 'insolvency',
    weight: 1,
    phrases:
      words(`bankrupt|bankruptcy|chapter 11|insolven(?:t|cy)|liquidation|receivership|defaults?|defaulted|
      going concern|delist(?:ed|ing|s)?`),
  },
  {
    name: 'takeover',
    weight: 1,
    phrases:
      words(`acquir(?:e|es|ed|ing)|acquisition|takeover|take private|mergers?|merge[sd]?|merging|buyout|
      tender offer|to buy [a-z]+ for|spin-?offs?|spins off|divest(?:s|ed|iture)?|unsolicited (?:bid|offer)`),
  },
  {
    name: 'guidance',
    weight: 0.9,
    phrases:
      words(`profit warning|warns on profit|(?:cuts?|raises?|raised|lowers?|lowered|lifts?|lifted|slashes|
      withdraws|reaffirms|narrows|boosts) (?:its |full-year |annual |fy[0-9]* |sales |profit |revenue |earnings )?
      (?:guidance|outlook|forecasts?)|guidance`),
  },
  {
    name: 'earnings',
    weight: 0.9,
    phrases:
      words(`earnings|quarterly (?:results|profit|loss|sales|revenue)|q[1-4]|(?:first|second|third|fourth)-quarter|
      net (?:profit|loss|income)|(?:beats?|miss|misses|missed|tops?) (?:estimates|expectations|forecasts|profit|revenue|earnings)|
      eps|results|pretax profit|operating (?:profit|loss)`),
  },
  {
    name: 'wrongdoing',
    weight: 0.9,
    phrases:
      words(`fraud|accounting (?:probe|irregularities|scandal)|restat(?:e|es|ement)|embezzlement|indict(?:ed|ment)|
      insider trading|whistleblower|short seller report|money laundering`),
  },
  {
    name: 'halt',
    weight: 0.9,
    phrases: words(
      `trading (?:halt|halted|suspended|suspension)|halts? trading|shares (?:halted|suspended)|luld`,
    ),
  },
  {
    name: 'regulator',
    weight: 0.8,
    phrases:
      words(`fda (?:approv(?:al|es|ed)|rejects?|rejected|clears)|approv(?:al|es|ed) by|antitrust|regulators?|
      (?:sec|ftc|doj|sebi|fca) (?:charges|sues|probes?|investigat(?:es|ion)|fines)|prob(?:e|es|ing)|investigat(?:es|ion)|
      fined?|export (?:ban|curbs)|sanctions|clinical trial|phase (?:3|iii|2|ii)`),
  },
  {
    name: 'rating',
    weight: 0.7,
    phrases: words(`upgrad(?:e|es|ed)|downgrad(?:e|es|ed)|price target|target price|initiat(?:es|ed) coverage|
      credit rating|cut to (?:junk|sell|hold|neutral)|raised to (?:buy|outperform|overweight)`),
  },
  {
    name: 'management',
    weight: 0.7,
    phrases:
      words(`(?:ceo|cfo|chief executive|chief financial officer|chairman|chairwoman)(?: [a-z]+){0,3} (?:resigns|resigned|quits?|steps down|to step down|ousted|leaves|to leave|retires|dies)|
      (?:names|appoints|hires) (?:[a-z]+ ){0,4}(?:as )?(?:new )?(?:ceo|cfo|chief executive|chief financial officer|chairman)|
      (?:new|interim|next) (?:ceo|cfo|chief|chairman|chairwoman|boss)`),
  },
  {
    name: 'payout',
    weight: 0.7,
    phrases: words(`dividends?|buybacks?|buy back|share repurchase|stock split|rights issue|share sale|
      (?:secondary|public) offering|ipo`),
  },
  {
    name: 'recall',
    weight: 0.7,
    phrases:
      words(`recalls?|recalled|data breach|hack(?:ed|ers)?|cyberattack|explosion|outage|strike|layoffs?|lay off|
      job cuts|plant (?:closure|shutdown)`),
  },
  {
    name: 'lawsuit',
    weight: 0.6,
    phrases: words(
      `lawsuits?|sues|sued|class action|settle(?:s|ment)|court (?:rules|ruling|orders)|verdict|patent`,
    ),
  },
  {
    name: 'contract',
    weight: 0.5,
    phrases:
      words(`(?:wins|bags|lands|awarded|secures) (?:[a-z0-9$.]+ ){0,4}(?:order|orders|contract|contracts|deal)|
      partnership|joint venture|supply (?:deal|agreement)|launch(?:es|ed)|unveils`),
  },
  {
    name: 'move',
    weight: 0.5,
    phrases:
      words(`(?:shares?|stocks?|index|nasdaq|dow|futures|prices)(?: [a-z]+){0,2} (?:jumps?|surges?|soars?|plunges?|
      tumbles?|slumps?|sinks?|drops?|falls?|rises?|rall(?:y|ies)|crash(?:es)?|doubles?|triples?)|
      (?:jumps?|surges?|soars?|plunges?|tumbles?|slumps?|sinks?|rallies|gains?|falls?|drops?|climbs?|slides?) (?:[a-z]+ ){0,3}[0-9]{1,3}|
      (?:record|all-time|52-week) (?:high|low)`),
  },
  {
    name: 'rates',
    weight: 0.9,
    isMacro: true,
    phrases: words(`(?:raises|cuts|hikes|holds|leaves|lifts) (?:interest |key |benchmark |policy )?rates?|
      rate (?:hike|cut|decision)|interest rates?|(?:fed|ecb|boe|boj|rbi|fomc) (?:meeting|minutes|decision|statement)|
      monetary policy|quantitative easing`),
  },
  {
    name: 'economy',
    weight: 0.8,
    isMacro: true,
    phrases:
      words(`inflation|consumer prices|cpi|ppi|gdp|nonfarm payrolls|payrolls|unemployment|jobless claims|
      retail sales|pmi|industrial (?:production|output)|trade deficit|recession|tariffs?`),
  },
]
