/* What words do in names and headlines. All are folded as tokens.ts folds. */

/** Legal forms at the end of a name; also what may follow a name without being part of another. */
export const LEGAL_FORMS = wordSet(`
  inc incorporated corp corporation co company companies ltd limited plc llc lp llp pte pty pvt private public
  ag se kg kgaa gmbh aktiengesellschaft nv bv sa sas sarl sca saa sab cv spa srl de
  na ab publ as asa oyj oy hf aps nyrt zrt bhd berhad tbk pt pcl pjsc ojsc oao pao jsc kk aktiebolag ser tas
`)
/** Said or left out at will at the end of a name. */
export const HOLDING_WORDS = wordSet('group grp holding holdings hldg hldgs groep groupe gruppe')

/** What companies do, in words that headlines drop as long as what is left is a name. */
export const GENERIC_WORDS = wordSet(`
  technologies technology tech systems system international intl industries industry industrial pharmaceuticals pharmaceutical
  pharma therapeutics biotherapeutics energy resources bancorp bancorporation bancshares bank financial finance services service
  solutions partners enterprises enterprise stores wholesale platforms platform communications communication networks network
  brands foods food motors motor airlines airways laboratories labs laboratory global software entertainment interactive
  semiconductor semiconductors biosciences bioscience sciences science biopharma biotech biotechnology genetics oncology
  health healthcare medical media products devices realty trust properties property capital insurance worldwide logistics
  steel cement cements chemicals chemical electric electronics power petroleum oil gas mining minerals metals gold exploration
  engineering infrastructure infra telecom telecommunications wireless digital online interactive restaurants hotels resorts
  hospitality retail apparel fashion beverages breweries paper packaging textiles mills auto automotive aerospace aviation
  marine shipping transport transportation railway railways construction developers homes housing investment investments
  management asset advisors securities reit royalty acquisition pacific america american usa us india
  data cloud analytics security robotics water environmental utilities hospitals education gaming games studios pictures
  com agro fertilizers fertilisers sugar sugars spirits distilleries tobacco tea coffee consumer household wines
`)

/** Words after which, or before which, the description of a security stands. */
export const SECURITY_STARTS = wordSet(`
  ads adr adrs gdr gdrs depositary depository warrant warrants preferred preference pfd debenture debentures notes
`)
export const SECURITY_ENDS = wordSet('stock share shares unit units voting right rights')
export const SECURITY_KINDS = wordSet(
  'common ordinary capital registered subordinate american sponsored class',
)
/** Securities that are not the common equity of a company. */
export const SENIOR_WORDS = wordSet(
  'warrant warrants preferred preference pfd debenture debentures notes unit units right rights',
)

/** Given names that are names of companies too, or begin the names of people that headlines name. */
export const GIVEN_NAMES = wordSet(`
  james john robert michael william david richard joseph thomas charles christopher daniel matthew anthony mark donald steven paul
  andrew joshua kenneth kevin brian george edward ronald timothy jason jeffrey ryan jacob gary nicholas eric jonathan stephen larry
  justin scott brandon benjamin samuel gregory frank alexander raymond patrick jack dennis jerry tyler aaron jose henry adam douglas
  nathan peter zachary kyle walter harold jeremy ethan carl keith roger gerald christian terry sean arthur austin noah lawrence jesse
  joe bryan billy jordan albert dylan bruce willie gabriel alan juan logan wayne ralph roy eugene randy vincent russell louis philip
  bobby johnny bradley mary patricia jennifer linda elizabeth barbara susan jessica sarah karen lisa nancy betty margaret sandra
  ashley kimberly emily donna michelle carol amanda melissa deborah stephanie rebecca sharon laura cynthia amy kathleen angela shirley
  anna brenda emma pamela nicole helen samantha katherine christine debra rachel carolyn janet maria heather diane julie joyce victoria
  kelly christina joan evelyn lauren judith olivia martha cheryl andrea hannah jacqueline ann jean alice warren elon tim jeff bill
  jim ben tom bob dan ken ron ray ted sam max leo oscar hugo felix victor ivan oliver simon martin stuart neil craig graham
  deepak prakash arvind anil mukesh rajesh ramesh suresh mahesh rakesh mukul sanjay sanjiv vijay ajay amit sumit rohit mohit ankit nitin
  vivek vikas vinod pramod sandeep pradeep kuldeep sachin rahul arun tarun varun kiran ravi hari mohan sohan gopal krishna kumar
  ashok alok anand atul naresh dinesh mitesh hitesh jitesh lalit manoj pankaj pranab prateek rajat ram sandip shankar shyam siddharth
  sunil uday umesh venkat yash ashwani gaurav girish harsh jai kapil manish neeraj nikhil piyush praveen puneet sameer
  saurabh shailesh shiv sudhir tushar vikram vishal yogesh aditya akash aman ambuja geetanjali lakshmi sundaram sita rama
  wei ming jun hiroshi takashi kenji yuki mohammed muhammad ahmed ali hassan omar carlos luis pedro jorge miguel fernando diego
  pierre jacques michel francois hans klaus wolfgang stefan giovanni marco luca
  harrison nikola theodore herbert dwight lyndon hillary kamala jerome jamie emmanuel giorgia rishi keir sundar satya jensen cathie marie
`)

const PLACES = wordSet(`
  africa african america american americas asia asian australia australian austria bahrain bangladesh belgium boston brazil brazilian
  brexit britain british california canada canadian caribbean chicago chile china chinese colombia dallas delhi denmark dubai dutch
  egypt england english europe european finland florida france french frankfurt german germany ghana greece greek houston hungary
  india indian indonesia iran iraq ireland irish israel israeli italian italy japan japanese kenya korea korean kuwait london
  malaysia mexican mexico michigan miami moscow mumbai nevada netherlands nigeria nordic north norway ohio oregon pakistan paris
  philippines poland portugal qatar russia russian saudi scotland scottish seattle shanghai singapore south spain spanish sweden swedish
  swiss switzerland sydney taiwan texas thailand tokyo toronto turkey turkish ukraine us usa vegas venezuela vietnam wales washington
  york zealand zurich beijing bengal gujarat hong kong kong kolkata chennai bangalore karnataka kerala punjab madras bombay calcutta
  lanka sri atlantic pacific mediterranean arctic east west manhattan brooklyn hollywood alaska hawaii virginia carolina dakota
  maine vermont colorado arizona montana idaho utah kansas iowa missouri alabama georgia kentucky tennessee louisiana
`)
/** States, counties, towns and rivers: news of them is of no market, so that what companies alone have can be one's that is called so. */
const LESSER_PLACES = wordSet(`
  illinois indiana pennsylvania maryland delaware minnesota wisconsin connecticut massachusetts nebraska oklahoma arkansas mississippi
  wyoming jersey hampshire dover everest devon hudson cornwall yorkshire niagara sahara himalaya
`)
/** Countries, regions and cities: alone, they are places. */
export function isPlace(word: string): boolean {
  return PLACES.has(word) || LESSER_PLACES.has(word)
}
export function isLesserPlace(word: string): boolean {
  return LESSER_PLACES.has(word)
}

/**
 * Words that are a trade or its goods, people, a quality or something done more than a company, also before `shares`, `profit` and `cuts
 * jobs`: `Travel shares fall`, `Builders cut prices`, `Gates sells stake`.
 */
export const SUBJECT_WORDS = wordSet(`
  travel restaurant restaurants uranium toll tolls tractor tractors trade option options life space telephone phone floor host credit home house
  store bread boot boots waste tower towers trip mobility commerce commercial power railroad truck trucks coal copper silver lithium nickel
  timber lumber cotton grain cattle dairy meat beef fish fruit corn wheat rice water ship ships cruise airline plane rail road bridge
  farm garden school college hospital church theater theatre film music sport sports game book news radio television cable paper glass
  rubber plastic leather wool shoe clothing jewelry watch toy pet baby beauty drug medicine vaccine dental vision hearing
  builder builders carpenter carpenters champion champions knight knights principal pilgrim pilgrims mechanic mechanics cousin cousins
  tutor warrior warriors scholar scholars legend independent independents protagonist cardinal archer darling laureate captain king queen
  prince lord lady senator governor mayor teacher doctor nurse driver drivers farmer hunter fisher miller mason baker cook smith taylor
  potter shepherd bishop pope judge marshal marshall major general sergeant guard guardian neighbor partner patriot pioneer ranger rebel
  gates brown white black gray grey green church young hill watts wells duke dell bush ford carter clinton grant gore cheney rice powell
  fair extra genuine selective graphic automatic analog applied allied associated assured adaptive advanced affiliated consolidated
  diversified installed universal essential joint clean clear bright super ultra triple double single dual best good great better big
  small new old first second third fourth fifth one two three four five six seven eight nine ten twenty core main mid full half real sure
  true open live next last grand federal national northern southern eastern western central royal public private imperial global local
  agree align take shake plug check twist bend bending invite expand enliven figure trust save spend build make buy sell invest share
`)

/** What is said of companies close to their names: their shares, their figures, their people. */
export const FINANCE_WORDS = wordSet(`
  share shares stock stocks earnings profit profits loss losses revenue revenues sales results eps dividend dividends buyback ipo
  ceo cfo coo cto chairman chief founder executive executives board shareholders shareholder investors investor analyst analysts
  billion million crore quarter quarterly q1 q2 q3 q4 fy guidance outlook forecast valuation stake acquisition acquire acquires acquired
  merger deal bid takeover spinoff unit subsidiary upgrade upgraded downgrade downgraded rating target price buy sell hold overweight
  underweight outperform neutral bullish bearish rally rallies surges surge jumps jump soars soar rises falls fall slips slip drops
  drop gains gain tumbles tumble plunges plunge sinks climbs slumps shed sheds beats beat misses miss tops reports reported posts posted
  layoffs cuts debt bonds market trading traded nasdaq nyse employees company customers antitrust lawsuit sues sued settlement
  iphone ipad streaming app retailer automaker bank chipmaker maker giant
`)

/** What may follow a name in capitals without making it another name. */
export const AFTER_NAMES = wordSet(`
  ceo cfo coo cto cio md chairman chairwoman chief president vice director managing senior deputy head boss founder executive
  spokesman spokesperson chair ed cmd vp
  q1 q2 q3 q4 h1 h2 fy fy13 fy14 fy15 fy16 fy17 1q 2q 3q 4q net pat ebitda eps ipo fpo qip ofs adr adrs gdr stock stocks share shares
  bonds bond board earnings results profit revenue sales inc corp ltd plc co llc says said to is are was in on at as and or for of by
  with from may can will up down near vs after before over under but how why what when
  january february march april june july august september october november december monday tuesday wednesday thursday friday
  saturday sunday jan feb mar apr jun jul aug sep sept oct nov dec rs inr usd futures spot mcap m f&o f&os puts calls options call put
`)

/** What moves, and how it is said to be: words after which a market's or a commodity's name was the subject. */
export const MOVES = wordSet(`
  rise rises rose risen rising fall falls fell fallen falling gain gains gained gaining slip slips slipped slipping slide slides slid
  drop drops dropped climb climbs climbed jump jumps jumped surge surges surged soar soars soared rally rallies rallied
  tumble tumbles tumbled plunge plunges plunged sink sinks sank slump slumps slumped steady steadies steadied edge edges edged inch inches
  firm firms firmed ease eases eased weaken weakens weakened strengthen strengthens strengthened recover recovers recovered rebound
  rebounds rebounded extend extends extended hold holds held hit hits trade trades traded trading end ends ended close closes closed
  open opens opened settle settles settled lose loses lost shed sheds pare pares pared snap snaps snapped hover hovers hovered
  shine shines shone outperform outperforms underperform underperforms lead leads led lag lags remain remains remained stay stays
  turn turns turned look looks bounce bounces bounced swing swings swung retreat retreats retreated dip dips dipped
  up down flat higher lower mixed subdued weak strong firmer weaker bullish bearish volatile under above below near at
  breaks break crosses cross crashes crash declines decline declined advances advance advanced depreciates appreciates may to will could
  should can likely seen set stays begins zooms cracks rallying vs is are on touches scales slides cheer moves move nears reels
  fail fails failed trim trims trimmed dive dives dived soften softens softened succumb succumbs succumbed tread treads nurse nurses
  little sees drift drifts drifted regain regains regained recoup recoups recouped erase erases erased spike spikes spiked
  skid skids skidded stumble stumbles stumbled waver wavers wavered shrug shrugs shrugged weakening strengthening
  plummet plummets plummeted nosedives crashed collapse collapses collapsed leap leaps leapt vaults tick ticks ticked creep creeps crept
  claw claws crawl crawls race races raced roar roars sag sags sagged wilt wilts wilted falter falters faltered flounders struggle
  struggles struggled languish languishes languished consolidate consolidates consolidated stabilise stabilises stabilised stabilize
  stabilizes stabilized pause pauses paused peak peaks peaked retrace retraces retraced reverse reverses reversed resume resumes resumed
  head heads headed cling clings eye eyes await awaits ekes notch notches notched scale scaled suffer suffers suffered continue continues
  continued keep keeps kept start starts started take takes took get gets got make makes made unchanged rangebound sluggish muted dull
  choppy softer quiet stable calm buoyant lacklustre
`)
/** What one holds of a commodity, a currency or an industry: with it the name still means the thing itself. */
export const MARKET_NOUNS = wordSet(
  'price prices futures rate rates stocks shares stock counters counter demand',
)

/** Words of sentences that are never part of a compound. */
export const LITTLE_WORDS = wordSet(`
  a an the and or of for to from by with in on at as is are was were be been has have had not no but if than then that this these those
  its it their his her our your my after before amid over under into vs versus against during since until till while when why how what
  which who where will would could should can may might must do does did also too says say said more most both between de la le
`)

/** Words and initials that are never a company by themselves, however they are written. */
export const NEVER_NAMES = wordSet(`
  here there now let lets it its we he she they you i all any up down out on off so no yes ok well how what why who when where
  q1 q2 q3 q4 h1 h2 fy 1h 2h 1q 2q 3q 4q pmi ppi cpi gdp utc gmt etf etfs ceo cfo usa eu uk un us ai ev it tv pc pr hr
  monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october
  november december jan feb mar apr jun jul aug sep sept oct nov dec spring summer autumn winter north south east west northern southern eastern western central
`)

/** The words of the trade itself: they are in every text and name nothing. */
export const TRADE_WORDS = wordSet(`
  stock stocks share shares equity equities investment investments investor investors financial financials finance fund funds market
  markets trader traders trade company companies firm firms business bank export exports import imports currency
`)

/** What comes before a subject without making it another: verbs that take it, and adjectives of prices. */
export const BEFORE_SUBJECTS = wordSet(`
  buy sell accumulate avoid prefer like lift boost hit hurt push drag weigh sink cheer support pull send drive keep put make help see want
  low high higher lower weak strong spot cheap costly cheaper yellow global raw physical international buying selling long short
`)

/** Materials, currencies and industries, which texts write in lower case. */
export const SUBJECTS = wordSet(`
  gold silver copper platinum palladium zinc nickel tin steel iron aluminium aluminum oil crude gas coal sugar cotton coffee tea cocoa
  corn wheat soybean pepper cardamom rubber cement jute rupee dollar euro yen yuan pound sterling ruble rouble bullion bonds
  pharma infra realty telecom telecoms telcos auto autos textile textiles chemicals healthcare hospitals mining metals banks
  airlines insurers retailers technology tech energy power utilities cyclicals midcaps midcap smallcaps property media
  commodities currencies equities
`)

function wordSet(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/))
}
