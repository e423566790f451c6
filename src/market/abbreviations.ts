/**
 * Words of company names as exchanges, brokers and headlines shorten them, and what they stand for. Only forms that mean one
 * thing in a name: `st` may be street, state or saint, and stays what it is. Words of one line are one word where whole
 * names are compared, so what differs by number is one line.
 */
const ABBREVIATIONS = `
  acq: acquisition
  aero: aerospace
  agri: agriculture
  agri: agricultural
  amer: america
  amer: american
  assn assoc: association
  assur: assurance
  bancorp bcorp: bancorporation
  bk bnk: bank
  bks: banks
  bkg bnkg: banking
  bdcst: broadcasting
  bev bevs: beverage beverages
  biopharm biopharma: biopharmaceutical biopharmaceuticals
  bldg bldgs: building buildings
  bldrs: builders
  bros: brothers
  cdn: canadian
  chem chems: chemical chemicals
  cmnty: community
  cnsld consol: consolidated
  comm comms commun: communication communications
  coml cmcl: commercial
  constr: construction
  ctr: center centre
  ctrl ctrls: controls control
  ctrs: centers
  dept: department
  dev dvlp: development
  diag: diagnostics
  distr: distribution
  div: dividend
  eastn estn: eastern
  edu educ: education
  elec: electric
  elec: electronic electronics
  elec: electrical
  em emrg: emerging
  enr engy nrg: energy
  engr eng: engineering
  ent entmt: entertainment
  ent: enterprise enterprises
  entpr enterp: enterprise enterprises
  env: environmental
  equip eqpt: equipment
  exch: exchange
  expl: exploration
  fed: federal
  fin finl fncl: financial
  fin finc: finance
  fd: fund
  fds: funds
  fst: first
  gen genl: general
  govt: government
  grp: group
  hlth: health
  hlthcr hlth: healthcare
  hldg hldgs hldng hldngs: holding holdings
  hosp: hospital hospitals
  hosp: hospitality
  ind inds: industries industry
  ind: industrial
  indl: industrial
  indpt: independent
  infra infrastr: infrastructure
  ins: insurance
  inst: institute
  instr instrs: instruments instrument
  intl internatl: international
  inv invt: investment investments
  invs invts: investments
  lab labs: laboratories laboratory
  leas lsg: leasing
  mach: machine machines
  mach: machinery
  mat matls mats: materials
  med: medical
  mfg mfr: manufacturing
  mfrs: manufacturers
  mgmt mgt mngmt: management
  mkt: market
  mkts: markets
  mng: mining
  mtg: mortgage
  mtl: metal
  mtls: metals
  mtr mtrs: motor motors
  mun muni: municipal
  natl nat: national
  northn nthn: northern
  ntwk: network
  ntwks: networks
  pac: pacific
  pete petr petrol: petroleum
  pharm pharma pharmas: pharmaceutical pharmaceuticals
  phys: physical
  pptys ppty prop props ppties: property properties
  prd prod prods: product products
  proc: processing
  ptnr ptnrs: partner partners
  pub: public
  pwr: power
  refin: refining
  res rsrc rsrcs: resource resources
  rest rests: restaurant restaurants
  retl: retail
  rlty rty: realty
  rlwy rwy: railway railways
  sci: science sciences
  sci: scientific
  secs: securities security
  semi semis semicon: semiconductor semiconductors
  shs: shares
  soln solns: solutions solution
  spclty: specialty
  stl: steel
  std: standard
  strs: stores
  svc svcs srv srvcs serv: service services
  svgs: savings
  southn sthn: southern
  sys syst systs: systems system
  tech techs: technology technologies
  telecom telecoms telco: telecommunication telecommunications
  tobac: tobacco
  tr: trust
  trans transp transn: transportation transport
  treas tsy: treasury
  ttl: total
  univ: universal
  univ: university
  util utils: utilities utility
  utd: united
  whsl: wholesale
  wtr: water
  wks: works
  wrld: world
  westn wstn: western
  yld: yield
`

export interface Abbreviations {
  /** What a word may stand for besides itself; empty for a word that is no abbreviation. */
  readonly expand: (word: string) => readonly string[]
  /** The word all forms of a word have in common where whole names are compared: `motor` for `mtr` and `motors`. */
  readonly canonical: (word: string) => string
}

export const ABBREVIATED: Abbreviations = parseAbbreviations(ABBREVIATIONS)

function parseAbbreviations(table: string): Abbreviations {
  const longForms = new Map<string, string[]>()
  const common = new Map<string, string>()
  for (const line of table.trim().split('\n')) {
    const [short = [], long = []] = line.split(':').map((half) => half.trim().split(' '))
    for (const word of short) {
      const known = longForms.get(word)
      longForms.set(word, known === undefined ? long : [...known, ...long])
    }
    for (const word of [...short, ...long]) if (!common.has(word)) common.set(word, long[0] ?? word)
  }
  return {
    expand: (word) => longForms.get(word) ?? [],
    canonical: (word) => common.get(word) ?? word,
  }
}
