/**
 * Words that names of instruments are made of and that texts also use as words: `apple`, `target`, `gap`, `take`. Such a name
 * says nothing by itself. How it was made: words of listed names that financial and general English text writes in lower
 * case at least a third of the time away from the start of a sentence, plus animals, fruit, months, numbers, materials
 * and the acronyms of the trade by hand.
 */
const COMMON_WORDS = `
  a ability able about abrdn absolute abundance academic accelerate accelerated acceleration access accident
  accommodations accuracy achieve acid acquisition acquisitions acres action actions activate activation active
  actively acts actual ad adapt add added adds adjusted adjuvant administration administrative ads advance advanced
  advantage advantaged advertising advice adviser advisor advisors advisory advocacy aerosol aerospace affiliated
  affiliates affirm affordable after aftermath age aged agencies agency agent agents ages aggregate aggregation
  aggressive agility aging ago agree agricultural ahead ai aid aim aiming aims air aircraft airline airport airways al
  alcohol alert align aligned alignment all allergy alliance allocation almond along alpha also altcoins alter
  alternative alternatives altitude aluminium aluminum am amazing amazon amid amp an analysis analyst analytics anchor
  and animal annual annuities annum answer ant antenna anthem antibodies any anywhere apartment apartments apollo app
  apple appliances application applications applied appreciate appreciation apps april apt ar architect architecture
  are area areas aren arena arise arithmetic arms army array arrival arrive art artificial as ascending ascent ask
  assembly asset assets assistance associate associated associates assurance assure at atlas atom atomic auction
  audience audio august aurora authority auto automated automatic automation automotive autonomous autos autumn
  available avatar average aviation avis aware awareness away axe axis axle baby back backed backup bad bag bags baht
  balance balanced ball ban banana banc band bandwidth bank bankers banking banks banner bar barrel barrier bars base
  based basic basis basket bass bat batteries battery battle be beans bear bears beat beautiful beauty bed bee beef
  being below belt benchmark bend benefit benefits berry best bet beta bets better betting beverage beyond bi bid bids
  big bike bill billing billion bills bin binary biological biotech birds bit bitcoin bite bits black blended block
  blocks blood blue boat boats body bond bonds bone bonus bony book booking books boom boost boosted booster boot
  boots border borders borealis boring boss bot bottom box bpd bps br brain brand brands breakout breeding brick
  bridge bridges bright broad broadband broadcast broadcasts broker brokerage brokers brother browns bucket budget
  buffer buffered build building built bulk bull bullion bullish bulls bunch burning bus business but butter butterfly
  buy buyback by bytes cable cables cache calendar call calm camera camp camping can canal cancer candy canyon cap
  capital capitalization caps capture car carbon card cardamom cards care career caribou carrier carriers carry
  carrying cars cart case cash casino cast casual cat catastrophic cathedral cats cattle ce cell cellular cement cent
  center centers central centre centres century ceo ceremony certificates certification cf cfo chain chains challenge
  challenges champion chance change channel chapters character charging chart charter chartered chat check chemical
  chemicals chemistry cherry chewy chicken chief child childhood children chime chip chips choice chorus church circa
  circle circuit circular cities citizen citizens city civic civil clarity class classic clean cleaner clear click
  client climate climb clinical clinics clip close closed closure closures cloth clothes clothing cluster cm coal
  coast coastal cocoa code codes coffee cognition coin cold collateral collection college colony color colors colours
  com combination combine combined combustion come comes comet comfort commander commerce commercial commodities
  commodity common communication communications communities community comp companies company compensation complete
  completion complex compliance component components comprehensive compression compute computer computers computing
  concentrated concept concepts concert concrete concurrent conditional conduit confidence confluence conglomerate
  connect connected connection connections connectivity consensus conservation conservative consistent consolidated
  consolidation consortium constant constellation construct construction consultants consulting consumer consumption
  contact container containers contemporary content contents context continental continuous contracting contractors
  contracts contrarian control controlled controls convenience conventional conversation convert convertible
  conviction coo cool cooling copper copy core corn corner corners corporate corporations correlation cosmetics cosmos
  cost cotton count counterparty counties country court cover covered cow cpi cr cradle craftsman crater crazy create
  creating creation creativity credentials credit credits crew critical crop cross crow crowd crude cruise crust
  crypto cryptocurrency cto cultural culture cumulative curb cure currencies currency current curves cushion custodial
  custodian custom customer customers customized cut cutting cybersecurity cycle cycles cyclical daily dairy dark dash
  data day de deal debentures debt decade decarbonization december decent decentralized decline deep deer defender
  defensive deferred defined degree degrees dei del delivery dell delta demand demo democracy dental derivatives
  design desk desktop destination detection develop developed developer developers developing development developments
  device devices di diabetes diagnosis diagnostic diagnostics dialog dialogue die dies diesel diet differ different
  diffusion dig digit digital dii dining dips direct directed dirt disability disc disciplined discount discover
  discretion discretionary dish disk display disruptive distillate distributed distributing distribution distributors
  district dive diverse diversification diversified diversity dividend dividends division do docks doctor dog dogs doj
  dollar dollars dolphin domain dome domestic don door dose double down downstream downtown dozen draft drag drainage
  drilling drink drive driven driver drives driving drones drop drug drugs dry dual duck due durable duration dust
  duty dynamic eagle ear early earn earnings ease eastern easy eat ebitda echo eclipse economic economy ecosystem edge
  edit edition education educational effects efficiency efficient egg eggs eight ejecta elect electric electricity
  electrochemical electronic element elements else embassy embedded emerge emergence emergency emerging employee
  employers employment en encounter encourage end ended endurance energy engage engaged engagement engine engineering
  engineers engines enhance enhanced enjoy ensign enter enterprise enterprises entire entrepreneurs envelope
  environment environmental eps epsilon equal equality equally equipment equitable equities equity era escape esg
  essence essential est establishment estate estates estimated et etc etf etfs ethical eu eur euro euros ev even event
  events ever everyday evolution evolve evolved evolving ex exact excellent excess exchange exchanged exchanges
  exclusively executive exempt expand expanded expansion expectation expectations experience expert expiration
  explicit exploration explosion exponential export exports exposure express extended extension extra extraction
  extracts extreme eye eyes fab face facilities facility fact factor factories factoring factors factory fail fair
  falcon fall fallen falls fame family famous fans fantasy far farm farmers farming farmland farms fashion fast fate
  favorite fax fda feat feature february federal federated feed feedback feel fees feet fellow felt fetch few fi fiat
  fiber field fields fifteenth fifth fig figs figure fii fiis file fill filling film films filter filters filtration
  final finance finances financial financials financing find fine fintech fire firm firms first fiscal fish fishing
  fit fitness five fix fixed flag flags flagship flash flat fleet flexible flight float floating floor flow flu fluid
  fluoride fly flying fn foam focus focused following food foods foot football for force foreign forensics form
  formation former forms formula forth fortune forum forward foster found foundation foundational founder founders
  founding four fourth fox fpo frames franchise free freedom freehold freight frequency fresh friday friend friends
  from front fruit fruits ft ftc fuel fuels full fun functional fund fundamental fundamentals funding funds funeral
  furniture fuse fusion future futures gain gamble game games gamma gap garage garden gas gases gasoline gateway gbp
  gcc gdp gear geared gender gene general generate generating generation generations generic genes genesis genetic
  genuine geometric get giant giants gift gifts gilts give glad glass global globally globe glove gloves glow gmt go
  going gold good goods goose got govern governance government govt grade grain grant grape great greater green greens
  grid grocery gross ground grounds group groups grow growing grown growth guarantor guardian guess guide guideline
  gun gym gyre had hair half hamburger hand handling hands handshake hang happen happy harbor hard hardware harvard
  has have hawk hay he head heal health healthcare healthy heart hearts heat heaters heating heavy hedge hedged hedges
  hello help her here hermes hero hertz hi hide high higher highest highly hiking hill him hire his hit hits hold
  holders holding holds holiday holidays home homes honor hope horizon horizons horn horse hospital hospitality
  hospitals host hosting hot hotel hotels hour hours house household households houses housing how hr hrs hub hue huge
  human hundred hunt hurricane hybrid hydrogen hype ice icon iconic icy idea ideal ideas identity ie if illimity
  illustrate image images imagine imaging immediate immune immunology impact imperial implements implied import
  impression improve improvement impulse in inbound income incorporated incorporation increase incredible indemnity
  independence independent index indexed indexes indicative indices indirect indoor industrialization industrials
  industries industry inflation inform information informed infra infrared infrastructure infrastructures ingredients
  initial initiative initiatives inland innate inner innovation innovations innovative input inr inside insight
  insights inspection inspired installed institution institutional institutions instrument instruments insulating
  insulation insurance insurer insurers intact intangible integer integral integrated integration integrations
  integrity intellectual intelligence intense intensity interact interactive interconnect interest interface interior
  international internet into intraday intu intuitive inverse invest investable investing investment investments
  investor investors invitation ions ipo iron irs is island islands isn isotopes issue issuer issues it its jack
  jaguar january jazz jet jets job join joint journey joy jpy jq judges july jumbo jump june jupiter just jute key
  keys kg kids kind kit kitchen kits kiwi know knowledge known kp la label labels labor laboratories laboratory labs
  labyrinth lag lake land landmark landscape large largecap las latex latitude launch laundry law lay lead leader
  leaders leadership leading leaf learn learning lease leasehold leasing led left legacy legal legend leisure lemon
  lemonade lend lending lens let lets level leverage li licensing lie life lifestyle lifetime lift light lighting
  lights like limit limited line lines lining link linked linking lion liquid liquidity list listed literature lithium
  litigation little live living ll llc lo loan local location lock locker lodging log login logistics logs long longer
  longevity look looks loss lot lots love low lower loyalty ls lucid luck lucky lung luxury lynx machine machinery
  machines macro made magnetic mail main mainland mainstream maintenance major make maker makers making man managed
  management manager managers mandatory manner manufacture manufacturing map maps march maritime mark marker market
  marketing marketplace markets mars mask mass master match matching material materials maternity math mathematical
  matters maturities maturity max maximize maximum may md me meal measurement mechanics media median medical medicine
  medicines medium mega megacap melon members membrane memory men merchandise merchandising merchant merchants mercury
  merge merger met metabolic metal metals meter metrics metropolitan mf mfs mi mice mid midcap midcaps middle midnight
  midpoint midstream mile milestone military millennials million min mind minds mindset mine miner miners minimum
  mining minor minority miscellaneous mission mist mix mixed mln mm mobile mobility mode model moderate moderately
  modern molecular molecule moment momentum monarch monday money monitor monitoring monster month monthly mood moon
  more mortgage mortgages most motion motivation motor motorcycle mount mountain mountains mounting move movement
  movie moving mph multi multiple muscle music must mutual my name nation national nations nationwide native nato
  natural naturally nature navigation nbfc nbfcs near needs neighborhood net network networking networks neural
  neuroscience neutral new news next nice nickel nicotine nil nine nm no node non nor norsk north northern not note
  notes notion notional nova novel november now nuclear nucleus number numbers numerical nursing nutrition obesity
  objective obligations observe observer oc ocean oceanic oceans october odds of off offering office offices offline
  offset offshore oil ok ol old olive omega on once oncology one online only onto open operating operations operator
  opportunities opportunity opt optic optimal optimization optimize optimized option options opus or oracle orange
  orbit orchestra orchid orchids order ordinary organ organic organics organization origin original orthopedic osmosis
  other others our out outcome outlet outlook outsourcing ovation over overall overlay overnight overseas own
  ownership owns oxygen pack packaged packages packaging packet packing packs page pages paid paint pair palladium
  panel pap paper par paradigm paramount parent parity parking parks part participation partner partnering partners
  partnership partnerships parts party passenger past patent path pattern pay payment payments payroll pays pc pe
  peace peach peak pebble peer peers peg pen pens pension pensions people pepper per percent perception perfect
  perform performance permanent perpetual perpetuals persistent person personal personalized perspective perspectives
  peso petrol pets pharma pharmacy phase phoenix photo physical physically piano pick picture pictures pile pilot
  pineapple pinnacle pip pipeline pipelines pipes pit pivotal pkg place plains plan planet planning plant plantation
  plantations plants plasma plastic plastics plate plates platform platforms platinum play players plc pls plug plum
  plus pluto pm pmi pod podcast podium point points policy polished pollution pool pop popular population populous
  port portfolio portfolios positive post pot potent poultry pound pounds power powered powers pr practical pre
  precious precise precision prefer preferred premier premium prep preservation press pressure prevail price pricing
  pride primary principal principles print printed printing prior priority privacy private pro probe proceed process
  processing produce producers product production productions productivity products professional professionals profile
  profiles profitability programs progress progressive project projects prolific promise proof properties property
  pros prospect protagonist protect protected protecting protection protections protective protein proteins proton
  proud proven providers provincial provision psu psus pts public publicly publish publishing pull puma pump punch
  pure purpose pursuit push put qip qoq qual qualified quality quantify quantitative quarterly que quest quick quid
  quo quorum rabbit race racing radiation radical radio rag rail rain rainy raise ramp range rank rapid rare rate
  rated ratings ratio rave raven raw re reach read reading ready real reality realm realty recommend record records
  recovery recreation recreational recycle recycling redeemable reduced referral refining reform region regional
  regions registered registry reit reits reject related relations relative reliability reliable reliance relief rely
  remedies remedy renew renewable rent rental rentals rents replication repo rescue research reserve reserves
  residence residences resident residential residual resilient resolution resolve resort resource resources responder
  response responsibility responsible responsibly responsive rest restart restaurant restaurants restore retail
  retailer retailers retirement return reuse revenue revenues reversal reverse revival reward rhythm rice rich rid
  ride rig right rights rigs ring ringgit rings rise risen rising risk river rivers road roads robin robinhood robo
  robotic robots rock rocks rocky roll rolling rolls roof roofing root roots rose rotation rouble round route rover
  row royal royalties royalty rpm rubber ruble rugby rule run running rupee rupees rupiah rural rush rye safe
  safeguard safety sale sales salmon salt same sample sand sang sat satellite satellites saturday saturn save saving
  savings saw say scale scales scan scholar school science scientific scooters scope scored screen se sea seal sealed
  search seas season seasonal seasonality seasons seat seating seats sec second secondary secret sector secure secured
  securities security see seeds seeing seek seem seen select selected selection selective self selling semi
  semiconductor senior sensing sensitive sent sentiment separation september seq series serve service servicer
  services set settlement seven shape share shared shareholder shareholders shares shark sharp sharps she shed sheet
  shell shells shelter shield shift ship shipping shoes shop shopping shore short shot shots shower shrink shuttle shy
  side sigma sign signal signature signing silver simplify simply singer single sit site situations six sixth size
  skin sky slab slack slave sleep slide sliding small smallcap smaller smart smog snacks snake snow snowflake so soap
  soaring social socially societal society socket sodium software soil solar sold sole solid solution solutions son
  song songs soon soul sound source sources southeast southern southwest soybean space spaces spam span speakers spec
  special specialist specialists specialized specialties specialty spectrum speed spider spike spikes spin split
  sponge sponsored sport sports spot spread spree spring square stability stabilized stable stablecoin stacks staff
  staffing stage stance stand standard staples star stars start starts startup startups state station status stay
  steady steam steel steering stellar step sterling stock stocks stop storage store stores storm story stove strategic
  strategies strategy stream streaming streams street strength strengthen strike strip stripe strong structural
  structure structured structures student study style sub subindex subsea success sues sugar sukuk sum summer summit
  sun sunday sung sunlight sunrise sunset super supermarket supermarkets supplies supply support supported sure
  surface surge surgery surgical surveillance survey sustain sustainable swan swap sweet swim switching synergies
  synthesis synthetic system systems tab table tactical tag tags tail tailor take talent talk tangible tanker target
  targeted task taste tax taxable tea team tech technical techniques technological technologies technology tectonic
  telco telcos telecom telecommunication telecommunications telecoms telephone television tell temporary ten tend
  tender tenth term terminal terminals terrace test testing text textile textiles than the theatres them theme themes
  therapeutic therapies therapy thermal thesis thin thing think thinking third thoughtful thousand three thumb
  thursday tick tie tier tiger till timber time times tin tiny tip tips tire tires tissue titan title to tobacco today
  together token tokens toll tomorrow tone too tool tools top tops tornado total touch tour tourism tours towers town
  toy toys track trackers tracks traction tradable trade traded trader traders trading tradition traditional traffic
  trailhead train training transaction transfer transform transformation transit transition transmission transparent
  transport transportation travel travelers travels treatment treatments tree trend trends trillion trip triple troops
  tropical trout truck true trump trust trusts try tube tuesday tune tunnel turbine turn turning tv twelve twenty twin
  twist two type typical tyre tyres uk ul ultra umbrella un under underlying underwriting unified unique unit units
  universal universe unlimited unusual up updated upgrade upon upper upstream urban url us usd use user util utilities
  utility vacations vaccine vaccines valid validity valley valuation value values valve valves van vanguard variable
  variety various vascular vast ve vegetable vehicle vehicles vein venture ventures venus verge versus vertical very
  vessel vest vi via vice victory video view village virtual visa visas visible vision visual vital volatility
  volcanic volcano volume von vote voting vp vr vs wafer walk wall walls want warehouses warming warn warrant warrants
  was wash waste watch watches water waterproof waters watt watts wave waves way ways we wealth wear wearing weather
  web wednesday weed week weekend weekly weeks weigh weighing weight weighted well wellbeing wellness western wet
  whale wheat wheel wheels where white who whole wholesale why wide wider wild will willing wills win wind windfall
  winding wine winner winners winning wins winter wire wireless wisdom wise wish with without wolf women won wonder
  wood woolen work workday workforce workplace works workspace world worldwide worth wrap write wto www xml yard yards
  year years yellow yen yes yield yields you young your yours yoy yuan zero zeus zinc zones zoom
`

const words: ReadonlySet<string> = new Set(COMMON_WORDS.trim().split(/\s+/))

/** True for a folded word that means something without being a name. */
export function isCommonWord(word: string): boolean {
  return words.has(word)
}
