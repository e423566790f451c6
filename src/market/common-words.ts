/**
 * Words that names of instruments are made of and that texts also use as words: `apple`, `target`, `gap`, `take`. Such a name
 * says nothing by itself. How it was made: words of listed and known names that financial and general English text writes in
 * lower case at least a third of the time away from the start of a sentence, those among the 40,000 most frequent English
 * words (SCOWL up to 35) but for what is first of all a company's, plus animals, fruit, months, numbers, materials and the
 * acronyms of the trade by hand.
 */
const COMMON_WORDS = `
  a aardvark abacus ability able about abrdn absolute abundance academic accelerate accelerated acceleration access
  accident accommodations accuracy achieve acid acorn acquisition acquisitions acres acrobat action actions activate
  activation active actively acts actual acumen ad adapt adaptive add added adds adjusted adjuvant administration
  administrative ads advance advanced advantage advantaged advent advertising advice adviser advisor advisors advisory
  advocacy aerosol aerospace affiliated affiliates affinity affirm affordable after aftermath age aged agencies agency
  agent agents ages aggregate aggregation aggressive agility aging ago agree agricultural ahead ai aid aim aiming aims
  air aircraft airline airport airways al alarm alcohol alert alight align aligned alignment all allergy alliance
  allied allocation allot ally almond along alpha also altcoins alter alternative alternatives altitude aluminium
  aluminum am amalgamated amass amaze amazing amazon amber ambitions amid amp amplitude an analog analysis analyst
  analytics anchor and angel animal annual annuities annum answer ant antelope antenna anthem antibodies any anywhere
  apartment apartments aperture apex apollo app apple appliances application applications applied appreciate
  appreciation apps april apt ar arbor arch archer architect architecture ardent are area areas aren arena ares arise
  aristocrat arithmetic ark arm arms army array arrival arrive arrow art artificial artisan as ascending ascent ask
  aspen aspire aspirin assembly asset assets assistance associate associated associates assurance assure assured at
  atlas atom atomic auburn auction audible audience audio august aura aurora authority auto automated automatic
  automation automotive autonomous autos autumn available avalanche avatar average aviation avis aware awareness away
  axe axiom axis axle azure baby back backed backup bad badger bag bags baht baker balance balanced ball ban banana
  banc band bandwidth bank bankers banking banks banner bar bark barrel barrier bars base based basic basis basket bass
  bat battalion batteries battery battle be beacon beam beans bear bears beat beautiful beauty bed bee beef being below
  belt benchmark bend bending benefit benefits berry best bet beta bets better betting beverage beyond bi bicycle bid
  bids big bike bill billing billion bills bin binary biological biotech birds bit bitcoin bite bits black blend
  blended blink block blocks blood bloom blue boat boats body bolt bond bonds bone bonus bony book booking books boom
  boost boosted booster boot boots border borders borealis boring boss bot bottom boundless box bpd bps br brain brand
  brands bread breakout breeding breeze brick bridge bridges bright brilliant broad broadband broadcast broadcasts
  broker brokerage brokers brother brown browns bucket buckle budget buffer buffered build builders building built bulk
  bull bullfrog bullion bullish bulls bunch burning bus business but butter butterfly buy buyback by bytes cable cables
  cache cactus cadence calendar call calm camera camp camping can canal cancer candy canopy canyon cap capital
  capitalization caps capture car carbon card cardamom cardinal cards care career caribou caring carpenter carriage
  carrier carriers carry carrying cars cart case cash casino cast castle casual cat catalyst catastrophic cathedral
  cats cattle ce cedar cell cellular cement cent center centers central centre centres century ceo ceremony
  certificates certification cf cfo chain chains challenge challenges champion champions chance change channel chapters
  character charging charming chart charter chartered chase chat check checkpoint cheer cheetah chemical chemicals
  chemistry cherry chewy chicken chief child childhood children chime chip chips choice chord chorus church cipher
  circa circle circuit circular cities citizen citizens city civic civil clarity class classic clean cleaner clear
  click client climate climb clinical clinics clip close closed closure closures cloth clothes clothing clover cluster
  cm coach coal coast coastal cocoa code codes coffee cogent cognition coherent coin cold collateral collection
  collective college colony color colors colours com combination combine combined combustion come comes comet comfort
  commander commerce commercial commodities commodity common communication communications communities community comp
  companies company compass compensation complete completion complex compliance component components comprehensive
  compression compute computer computers computing concentrated concept concepts concert concord concrete concurrent
  conditional conduit confidence confluence conglomerate connect connected connection connections connectivity
  consensus conservation conservative consistent consolidated consolidation consortium constant constellation construct
  construction consultants consulting consumer consumption contact container containers contemporary content contents
  context continental continuous contracting contractors contracts contrarian control controlled controls convenience
  conventional conversation converse convert convertible conviction coo cool cooling cooper copper copy core corn
  corner corners corporate corporations correlation cosmetics cosmos cost cotton count counterparty counties country
  court cousins covenant cover covered cow cpi cr cracker cradle craftsman crane crater crazy create creating creation
  creative creativity credentials credit credits crescent crew critical crop cross crow crowd crown crude cruise crust
  crypto cryptocurrency cto cubes cue cultural culture cumulative curb cure currencies currency current curves cushion
  custodial custodian custom customer customers customized cut cutting cybersecurity cycle cycles cyclical daily dairy
  dare dark darling dash data day de deal debentures debt decade decarbonization december decent decentralized decline
  decoy deep deer defender defensive deferred defined definitive degree degrees dei del delivery dell delta deluxe
  demand demo democracy dental derivatives design designer desk desktop destination destiny detection develop developed
  developer developers developing development developments device devices di diabetes diagnosis diagnostic diagnostics
  dialog dialogue die dies diesel diet differ different diffusion dig digit digital dii dine dining dips direct
  directed dirt disability disc disciplined disco discount discover discretion discretionary dish disk display
  disruptive distillate distributed distributing distribution distributors district dive diverse diversification
  diversified diversity dividend dividends division do docks doctor dodge dog dogs dogwood doj dole dollar dollars
  dolphin domain dome domestic dominion don door dose dot double dove down downstream downtown dozen draft drag
  dragonfly drainage dream drilling drink drive driven driver drives driving drones drop drug drugs dry dual duck due
  duke durable duration dust duty dynamic eagle ear early earn earnings ease easterly eastern easy eat ebitda echo
  eclipse economic economy ecosystem edge edgewise edible edit edition education educational effects efficiency
  efficient egg eggs eight ejecta elastic elect electric electricity electrochemical electronic element elemental
  elements elite else embassy embedded emerge emergence emergency emergent emerging empire employee employers
  employment en enact encompass encore encounter encourage end endeavor ended endurance energy engage engaged
  engagement engine engineering engineers engines enhance enhanced enjoy enliven ensign enter enterprise enterprises
  entire entrepreneurs envelope environment environmental envoy eon eps epsilon equal equality equally equinox
  equipment equitable equities equity era escape esg essence essential est establishment estate estates estimated et
  etc eternal etf etfs ether ethical ethos eu eur eureka euro euros ev eve even event events ever evergreen everyday
  evolution evolve evolved evolving ex exact excellent excess exchange exchanged exchanges exclusively executive exempt
  exodus expand expanded expansion expectation expectations experience expert expiration explicit exploration explosion
  exponent exponential export exports exposure express extended extension extra extraction extracts extreme eye eyes
  fab fabric face facilities facility fact factor factorial factories factoring factors factory fail fair falcon
  falcons fall fallen falls fame family famous fang fans fantasy far farm farmers farming farmland farms fashion fast
  fate fathom favorite fax fda feat feature february federal federated feed feedback feel fees feet fellow felt fetch
  few fi fiat fiber field fields fifteenth fifth fig figs figure fii fiis file fill filling film films filter filters
  filtration final finance finances financial financials financing find fine fintech fire firefly firm firms first
  fiscal fish fishing fit fitness five fix fixed flag flags flagship flash flat fleet flex flexible flight float
  floating floor flow flowers flu fluent fluid fluoride flutter flux fly flying fn foam focus focused foghorn fold
  following food foods foot football for force forefront foreign forensics foresight form formation former forms
  formula fort forte forth fortress fortune forum forward fossil foster found foundation foundational founder founders
  founding four fourth fox fpo frames franchise free freedom freehold freight frequency fresh friday friend friends
  from front frontier frontline fruit fruits ft ftc fuel fuels fulcrum full fun functional fund fundamental
  fundamentals funding funds funeral furniture fuse fusion future futures gain galaxy gamble game games gamma gap
  garage garden gas gases gasoline gates gateway gbp gcc gdp gear geared gee gender gene general generate generating
  generation generations generic genes genesis genetic genie genius genuine geometric get giant giants gift gifts gilts
  give glacier glad glass glimpse global globally globe glove gloves glow gmt go going gold golden good goods goose
  gores gorilla gossamer got govern governance government govt grab grace grade grain grand grandstand granite grant
  grape graphic gravity gray great greater green greens grid grocery gross ground grounds group groups grove grow
  growing grown growth guarantor guardian guess guide guideline gulf gun gym gyre had hair half hamburger hand handling
  hands handshake hang happen happy harbor hard hardware harmonic harmony harrow harvard has have hawk hay he head heal
  health healthcare healthy heart hearts heat heaters heating heavy hedge hedged hedges hello help her here heritage
  hermes hero heron hertz hexagon hi hide high higher highest highland highly highway hiking hill him hinge hire his
  hit hits hive hold holders holding holds holiday holidays home homes honest honor hope horizon horizons horn horse
  hospital hospitality hospitals host hosting hot hotel hotels hour hours house household households houses housing how
  hr hrs hub hue huge human hundred hunt hurricane hybrid hydrogen hype ice icon iconic icy idea ideal ideas identity
  ie if illimity illumination illustrate image images imagine imaging immediate immersion immune immunology impact
  imperial implements implied import impression improve improvement impulse in inbound income incorporated
  incorporation increase incredible indeed indemnity independence independent index indexed indexes indicative indices
  indirect indoor industrialization industrials industries industry infinite infinity inflation inflection inform
  information informed infra infrared infrastructure infrastructures ingredients initial initiative initiatives inland
  innate inner innovation innovations innovative input inr inside insight insights inspection inspire inspired
  installed instinct institution institutional institutions instrument instruments insulating insulation insurance
  insurer insurers intact intangible integer integral integrated integration integrations integrity intellectual
  intelligence intelligent intense intensity inter interact interactive interconnect intercontinental interest
  interface interior international internet into intraday intrepid intrusion intu intuitive inverse invest investable
  investing investment investments investor investors invitation ions ipo iron irs is island islands isn isotopes issue
  issuer issues it its jack jade jaguar january jazz jersey jet jets job join joint journey joy jpy jq judges july
  jumbo jump june jupiter just jute karat kayak keel key keys keystone kg kids kind kit kitchen kits kiwi knife knight
  know knowledge known kp la label labels labor laboratories laboratory labs labyrinth ladder lag lake land landmark
  lands landscape lantern large largecap las laser latex latitude lattice launch laundry laureate law lay lays lead
  leader leaders leadership leading leaf leapfrog learn learning lease leasehold leasing led lee left legacy legal
  legend leisure lemon lemonade lend lending lens let lets level leverage lexicon li liberty licensing lichen lie life
  lifestyle lifetime lift light lighting lights like limit limited line lineage lines lining link linkage linked
  linking lion liquid liquidity list listed literature lithium litigation little live living ll llc lo loan local
  location lock locker lodging log login logistics logs long longer longevity look looks loop loss lot lots lotus love
  low lower loyalty ls lucid luck lucky lung luxury lynx machine machinery machines macro made magic magnetic magnitude
  magnolia magnum maiden mail main mainland mainstream maintenance major make maker makers making mammoth man managed
  management manager managers mandatory manner manufacture manufacturing map maps marathon march maritime mark marker
  market marketing marketplace markets mars marsh marvel mask mass master matador match matching material materials
  maternity math mathematical matrix matters maturities maturity max maximize maximum may maze md me meal measurement
  mechanics medallion media median medical medicine medicines medium mega megacap melon members membrane memory men
  mercantile merchandise merchandising merchant merchants mercury merge merger meridian merit met metabolic metal
  metals meter metrics metropolitan mf mfs mi mice mid midcap midcaps middle midnight midpoint midstream mile milestone
  military millennials millennium miller million min mind minds mindset mine miner miners minimum mining mink minor
  minority miscellaneous mission mist mix mixed mln mm mobile mobility mode model moderate moderately modern modular
  molecular molecule moment momentum monarch monday money monitor monitoring monolithic monopoly monster month monthly
  mood moon more mortgage mortgages mosaic most motion motivation motor motorcycle mount mountain mountains mounting
  move movement movie moving mph multi multiple muscle music must mustang mutual my myriad nab name nation national
  nations nationwide native nato natural naturally nature navigation navigator nbfc nbfcs near needs neighborhood net
  network networking networks neural neuroscience neutral neutron new news newton next nice nickel nicotine nil nine
  nip nm no noble node nomad non noodles nor norsk north northeast northern northwest northwestern not note notes
  notion notional nova novel november now nuclear nucleus number numbers numerical nursing nutrition obesity objective
  obligations observe observer oc ocean oceanic oceans octave october ocular oddity odds of off offering office offices
  offline offset offshore oil ok ol old olive omega on once oncology one online only onto open opera operating
  operations operator opportunities opportunity opt optic optical optimal optimization optimize optimized optimum
  option options opus or oracle orange orbit orchestra orchid orchids order ordinary organ organic organics
  organization oriental origin original orthopedic osmosis other others otter our ouster out outcome outdoor outlet
  outlook outset outsourcing ovation over overall overlay overnight overseas own ownership owns oxygen oyster pack
  packaged packages packaging packet packing packs page pages paid paint pair palladium panel pap paper par paradigm
  paramount parent parity park parking parks parsons part participation partner partnering partners partnership
  partnerships parts party passage passenger past patent path patriot pattern pay payment payments payroll pays pc pe
  peace peach peacock peak pearl pebble peer peers peg pelican pen penguin pennant pens pension pensions people peoples
  pepper per percent perception perfect perform performance perimeter permanent perpetual perpetuals persistent person
  personal personalized perspective perspectives peso petrol pets pharma pharmacy phase phoenix photo physical
  physically piano pick picture pictures pile pilgrims pilot pineapple pinnacle pioneer pip pipeline pipelines pipes
  pit pivotal pkg place plains plan planet planning plant plantation plantations plants plasma plastic plastics plate
  plates platform platforms platinum play players plc pliant pls plug plum plus pluto pm pmi pod podcast podium poet
  point points polar policy polished pollution polygon pool pop popular population populous porch port portfolio
  portfolios positive post postal pot potent poultry pound pounds power powered powers pr practical prairie pre
  precious precise precision prefer preferred prelude premier premium prep preservation press pressure prestige prevail
  price pricing pride primary prime principal principles print printed printing prior priority privacy private pro
  probe proceed process processing produce producers product production productions productivity products professional
  professionals proficient profile profiles profitability profound programs progress progressive project projects
  prolific promise proof properties property pros prospect prosperity protagonist protect protected protecting
  protection protections protective protein proteins proton proud proven providers provincial provision psu psus pts
  public publicly publish publishing pull pulse puma pump punch pure purple purpose pursuit push put qip qoq qual
  qualified quality quantify quantitative quantum quarterly que quest quick quid quo quorum rabbit race racing radiant
  radiation radical radio rag rail rain rainy raise ramp range ranger rank rapid rare rate rated ratings ratio rave
  raven raw re reach read reading ready real reality realm realty reborn recommend record records recovery recreation
  recreational recruit recursion recycle recycling redeemable reduced reeds referral refining reform reformation regal
  region regional regions registered registry rein reit reits reject related relations relative relay reliability
  reliable reliance relief rely remedies remedy renew renewable rent rental rentals rents repay replication repo
  republic rescue research reserve reserves reservoir residence residences resident residential residual resilient
  resolute resolution resolve resort resource resources responder response responsibility responsible responsibly
  responsive rest restart restaurant restaurants restore retail retailer retailers retirement return reuse revelation
  revenue revenues reversal reverse revival revolution revolve reward rhythm ribbon rice rich rid ride rig right rights
  rigs rim ring ringgit rings riot ripple rise risen rising risk river rivers road roads robin robinhood robo robot
  robotic robots rock rocket rocks rocky roll rolling rolls roman roof roofing root roots rose rotation rouble round
  route rover row royal royalties royalty rpm rubber ruble rugby rule rum run running runway rupee rupees rupiah rural
  rush rye safe safeguard safety saga sage sale sales sally salmon salt same sample sand sands sang sat satellite
  satellites saturday saturn save saving savings saw say scale scales scan scholar scholastic school science scientific
  scooters scope scored screen scribe se sea seal sealed seaport search seas season seasonal seasonality seasons seat
  seating seats sec second secondary secret sector secure secured securities security see seeds seeing seek seem seen
  seer select selected selection selective self selling semi semiconductor senior sensing sensitive sent sentiment
  separation september seq series serve service servicer services set settlement seven shake shape share shared
  shareholder shareholders shares shark sharp sharps she shed sheet shell shells shelter shield shift ship shipping
  shire shoals shoes shop shopping shore short shot shots shoulder shower shrink shuttle shy side sierra sight sigma
  sign signal signature signing silence silicon silo silver simplify simply simulations singer single singularity sit
  site situations six sixth size sizzle skillful skin sky skyline slab slack slave sleep slide sliding small smallcap
  smaller smart smith smog snacks snail snake snap snow snowflake so soap soaring social socially societal society
  socket sodium software soil solar sold sole solid solution solutions son song songs sonic soon soul sound source
  sources southeast southern southwest soybean space spaces spam span spark speakers spec special specialist
  specialists specialized specialties specialty spectrum speed sphere spider spiders spike spikes spin spire splash
  split sponge sponsored sport sports spot spread spree spring sprint sprout sprouts spruce square stability stabilized
  stable stablecoin stacks staff staffing stag stage stance stand standard staples star starry stars start starts
  startup startups state station status stay steady steam steel steering stellar stem step sterling stitch stock stocks
  stoke stop storage store stores storm story stove strata strategic strategies strategy strawberry stream streaming
  streams street strength strengthen stride strike strip stripe strive strong structural structure structured
  structures student studio study style sub subindex subsea suburban success sues sugar sukuk sum summer summit sun
  sunday sung sunlight sunrise sunset sunshine super superior supermarket supermarkets supplies supply support
  supported sure surface surge surgery surgical surveillance survey sustain sustainable swan swap sweet swift swim
  switching synergies synergy synthesis synthetic system systems tab table tactical tag tags tail tailor take talent
  talk talon tandem tangible tango tanker tapestry target targeted task taste tax taxable tea team tech technical
  techniques technological technologies technology tectonic telco telcos telecom telecommunication telecommunications
  telecoms telephone television tell tempest temporary ten tenable tend tender tenet tenth term terminal terminals
  terrace terrestrial test testing tether text textile textiles than the theatres them theme themes therapeutic
  therapies therapy thermal thesis theta thin thing think thinking third thoughtful thousand three thumb thursday tick
  tide tie tier tiger till timber time times tin tinder tiny tip tips tire tires tissue titan title to toast tobacco
  today together token tokens toll tomorrow ton tone too tool tools top tops tornado torrid tortoise total touch tour
  tourism tours tower towers town toy toys track trackers tracks traction tractor tradable trade traded trader traders
  trading tradition traditional traffic trailhead train training transact transaction transcontinental transfer
  transform transformation transit transition transmission transparent transport transportation travel travelers
  travels treasure treasuries treatment treatments tree trend trends trillion trilogy trinity trio trip triple triumph
  troops tropical trout truck true trump trust trusts try tube tuesday tune tunnel turbine turn turning turtle tutor tv
  twelve twenty twin twist twitch two type typical tyre tyres uk ul ultra umbrella un under underlying underwriting
  unified unique unit united units unity universal universe unlimited unusual up updated upgrade upon upper upstart upstream
  uranium urban url us usd use user util utilities utility vacations vaccine vaccines valid validity valley valuation
  value values valve valves van vanguard vanish vans variable variety various vascular vast ve vegetable vehicle
  vehicles vein velocity venture ventures venus verge versus vertical very vessel vest vet vi via vice victory video
  view village viper virgin virtual visa visas visible vision vista visual vital vivid volatility volcanic volcano
  volume von vote voting voyager vp vr vs wafer walk walker wall walls want warehouses warming warn warrant warrants
  warrior was wash waste watch watches water waterproof waters watt watts wave waves way ways we wealth wear wearing
  weather weave web wednesday weed week weekend weekly weeks weigh weighing weight weighted well wellbeing wellness
  wells werewolf western wet whale wheat wheel wheels where white who whole wholesale why wide wider wild will willing
  willow wills win wind windfall winding windows wine winner winners winning wins winter wire wireless wisdom wise wish
  with without wolf women won wonder wood woolen work workday workforce workplace works workspace world worldwide worth
  wrap write wto www xml yard yards year years yellow yen yes yeti yield yields you young your yours yoy yuan zebra
  zero zeta zeus zinc zones zoom
`

const words: ReadonlySet<string> = new Set(COMMON_WORDS.trim().split(/\s+/))

/** Names of listings that are what texts call a thing or a trade, found and read in the same way. */
const phrases: ReadonlySet<string> = new Set([
  'artificial intelligence',
  'data storage',
  'fast track',
  'financial institutions',
  'first bank',
  'healthcare services',
  'inflection point',
  'permian basin',
  'quantum computing',
])

/** True for folded words, with one blank between, that mean something without being a name. */
export function isCommonPhrase(phrase: string): boolean {
  return phrases.has(phrase)
}

/** True for a folded word that means something without being a name. */
export function isCommonWord(word: string): boolean {
  return words.has(word)
}
