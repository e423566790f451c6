/* oxlint-disable max-lines -- a table of facts, one a line */

/**
 * Companies, funds, indices and coins that people know by other names than their listings carry: what each is called for short,
 * was called, and sells. Facts of public knowledge; docs/known-names.md says how a row is written and what is evidence.
 */
export const KNOWN_NAMES_TABLE = `
@equity US
Apple | AAPL | 12.6 | former: apple computer | brand: iphone; ipad; airpods; macbook; app store; apple music; apple tv
Microsoft | MSFT | 12.5 | short: msft | brand: windows; xbox; azure; linkedin; github; microsoft office; activision; activision blizzard
Nvidia | NVDA | 12.6 | brand: geforce; cuda
Alphabet | GOOGL GOOG | 12.6 | former: google | brand: youtube; gmail; waymo; google cloud; deepmind; fitbit; google maps; pixel phone; google search
Amazon; Amazon.com | AMZN | 12.4 | brand: aws; amazon web services; whole foods; whole foods market; twitch; audible; kindle; alexa; prime video; amazon prime; mgm studios
Meta Platforms | META | 12.2 | former: facebook; facebook inc | short: fb | brand: instagram; whatsapp; threads app; oculus | ticker: FB
Tesla | TSLA | 12.1 | former: tesla motors | brand: model 3; model y; cybertruck; solarcity
Berkshire Hathaway | BRK.B BRK.A | 12 | short: berkshire; buffett; warren buffett | brand: geico; duracell; dairy queen; see's candies; bnsf
Broadcom | AVGO | 12.2 | former: avago; avago technologies | brand: vmware; ca technologies
Eli Lilly; Eli Lilly and Company; Lilly (Eli) | LLY | 11.9 | short: lilly | brand: mounjaro; zepbound; trulicity
JPMorgan Chase; JP Morgan Chase; J P Morgan Chase | JPM | 11.9 | short: jpm; jpmc; jp morgan; jpmorgan; jpm chase; chase; chase bank | former: bank one; chase manhattan
Walmart; Wal-Mart Stores | WMT | 11.9 | former: wal-mart; wal-mart stores; walmart stores | brand: sam's club; flipkart
Visa | V | 11.8
Mastercard | MA | 11.7 | former: master card
Oracle | ORCL | 11.7 | brand: cerner; netsuite; sun microsystems; peoplesoft
Exxon Mobil; Exxon Mobil Corporation | XOM | 11.7 | former: exxon; mobil oil; standard oil of new jersey | short: exxonmobil | brand: esso; pioneer natural resources
Johnson & Johnson | JNJ | 11.7 | short: j&j; jnj; j and j | brand: janssen; acuvue
Procter & Gamble; Procter & Gamble Company (The); Procter Gamble | PG | 11.6 | short: p&g; p and g | brand: tide; pampers; gillette; oral-b; head & shoulders; old spice; febreze; ariel; crest toothpaste; braun; charmin; pantene
Costco Wholesale; Costco | COST | 11.6 | brand: kirkland
Home Depot | HD | 11.6
Netflix | NFLX | 11.7
Bank of America | BAC | 11.6 | short: bofa; boa; b of a; bankamerica | former: nationsbank | brand: merrill; merrill lynch; mbna
AbbVie | ABBV | 11.6 | brand: humira; skyrizi; rinvoq; botox; allergan
Coca-Cola; Coca Cola | KO | 11.5 | short: coke; coca cola; coca-cola; cocacola | brand: sprite; fanta; costa coffee; minute maid; diet coke; dasani
Palantir Technologies | PLTR | 11.6 | short: palantir
UnitedHealth Group; UnitedHealth | UNH | 11.5 | short: united health; unitedhealth; unh | former: united healthcare; unitedhealthcare | brand: optum
Cisco Systems | CSCO | 11.4 | short: cisco | brand: webex; splunk
Salesforce | CRM | 11.4 | former: salesforce.com | brand: slack; tableau; mulesoft
Chevron | CVX | 11.5 | former: chevrontexaco; standard oil of california | brand: texaco; hess
Wells Fargo; Wells Fargo & Company | WFC | 11.4 | short: wells; wells fargo | former: wachovia
Merck & Company; Merck & Co; Merck | MRK | 11.4 | short: msd; merck sharp & dohme | brand: keytruda; gardasil; schering plough
Abbott Laboratories | ABT | 11.3 | short: abbott | brand: freestyle libre; similac
International Business Machines | IBM | 11.4 | short: ibm; big blue | brand: red hat
General Electric; GE Aerospace | GE | 11.5 | short: ge; g.e. | former: general electric | brand: ge aerospace
GE Vernova | GEV | 11.2 | short: ge vernova
GE HealthCare Technologies | GEHC | 10.6 | short: ge healthcare
McDonald's; McDonalds | MCD | 11.3 | short: mcdonalds; mickey d's; maccas | brand: big mac
PepsiCo; Pepsi | PEP | 11.3 | short: pepsi | brand: frito-lay; doritos; gatorade; quaker oats; quaker; mountain dew; lay's; tropicana; cheetos; sodastream
Philip Morris International | PM | 11.4 | short: pmi; philip morris | brand: iqos; zyn; swedish match
Altria Group; Altria | MO | 11 | former: philip morris companies; philip morris usa | short: altria | brand: marlboro; njoy
Linde | LIN | 11.3 | former: praxair; linde ag
Advanced Micro Devices | AMD | 11.5 | short: amd | brand: ryzen; radeon; xilinx
Walt Disney; Disney (Walt); Walt Disney Company (The) | DIS | 11.3 | short: disney | brand: pixar; marvel; star wars; lucasfilm; espn; hulu; abc network; disney plus; disneyland; 21st century fox; twenty-first century fox
American Express; American Express Company | AXP | 11.3 | short: amex; am ex; amexco
Goldman Sachs Group; Goldman Sachs | GS | 11.3 | short: goldman; goldman sachs
Morgan Stanley | MS | 11.3 | former: morgan stanley dean witter; dean witter | brand: e*trade; etrade; eaton vance
RTX; Raytheon Technologies; Raytheon | RTX | 11.3 | former: raytheon; raytheon technologies; united technologies; united tech; utc | brand: pratt & whitney; pratt and whitney; collins aerospace | ticker: UTX RTN
Caterpillar | CAT | 11.3
AT&T; AT & T | T | 11.3 | short: at&t; at and t; att | former: sbc communications; american telephone and telegraph; bellsouth; cingular
Verizon Communications | VZ | 11.3 | short: verizon | former: bell atlantic; gte
T-Mobile US; T-Mobile | TMUS | 11.4 | short: t-mobile; tmobile; t mobile | former: sprint; metropcs | brand: mint mobile
Comcast | CMCSA | 11 | brand: nbc; nbcuniversal; universal studios; xfinity; peacock
Blackstone; Blackstone Group | BX | 11.2 | former: blackstone group
BlackRock | BLK | 11.2 | brand: ishares
Intel | INTC | 11.1 | brand: mobileye global; altera
Qualcomm | QCOM | 11.2 | brand: snapdragon
Texas Instruments | TXN | 11.2 | short: ti; texas instr
Applied Materials | AMAT | 11.2
Micron Technology | MU | 11.3 | short: micron
Adobe | ADBE | 11.1 | former: adobe systems | brand: photoshop; acrobat; figma adobe
Intuit | INTU | 11.2 | brand: turbotax; quickbooks; credit karma; mailchimp
ServiceNow | NOW | 11.2
Uber Technologies | UBER | 11.2 | short: uber | brand: uber eats
Booking Holdings | BKNG | 11.2 | former: priceline; priceline.com; priceline group | brand: booking.com; kayak; opentable; agoda | ticker: PCLN
Lowe's Companies; Lowes Companies | LOW | 11.1 | short: lowes; lowe's
TJX Companies | TJX | 11.1 | short: tjx | brand: tj maxx; t.j. maxx; marshalls; tk maxx; homegoods
Nike | NKE | 11 | brand: air jordan; converse
Starbucks | SBUX | 11 | brand: frappuccino
Pfizer | PFE | 11.2 | brand: viagra; comirnaty; lipitor; seagen; wyeth
Bristol-Myers Squibb; Bristol Myers Squibb | BMY | 11 | short: bms; bristol myers | brand: opdivo; eliquis; celgene
Amgen | AMGN | 11.2 | brand: enbrel; horizon therapeutics
Gilead Sciences | GILD | 11.2 | short: gilead
Thermo Fisher Scientific | TMO | 11.3 | short: thermo fisher
Danaher | DHR | 11.2
Honeywell International; Honeywell | HON | 11.1 | short: honeywell | former: alliedsignal
Boeing; Boeing Company (The) | BA | 11.2 | former: mcdonnell douglas
Lockheed Martin | LMT | 11 | short: lockheed
General Dynamics | GD | 10.9 | brand: gulfstream
Northrop Grumman | NOC | 10.9 | short: northrop
L3Harris Technologies | LHX | 10.8 | short: l3harris; l3 harris | former: harris corp; harris corporation; l3 technologies
Deere; Deere & Company | DE | 11.1 | short: john deere; deere
Union Pacific | UNP | 11.1 | short: union pacific
Capital One Financial | COF | 11.1 | short: capital one; cap one | brand: discover financial; discover card
Charles Schwab; Schwab (Charles); Charles Schwab Corporation (The) | SCHW | 11.2 | short: schwab | brand: td ameritrade; ameritrade
Citigroup | C | 11.2 | short: citi; citibank; citicorp | former: travelers group
US Bancorp; U.S. Bancorp | USB | 10.9 | short: us bank; u.s. bank; us bancorp
PNC Financial Services Group; PNC Financial Services | PNC | 10.9 | short: pnc; pnc bank | brand: national city
Truist Financial | TFC | 10.8 | short: truist | former: bb&t; suntrust; bb and t; suntrust banks
Bank of New York Mellon | BNY BK | 10.9 | short: bny; bny mellon; bank of new york; bank of ny mellon; bk of ny mellon; bony | ticker: BK
State Street | STT | 10.5
American International Group | AIG | 10.6 | short: aig
MetLife; Metropolitan Life | MET | 10.7 | former: metropolitan life | short: met life
Prudential Financial | PRU | 10.6 | short: prudential us
Progressive; Progressive Corporation (The) | PGR | 11.1
Elevance Health; Anthem | ELV | 10.9 | former: anthem; wellpoint | brand: anthem blue cross | ticker: ANTM
CVS Health | CVS | 11 | former: cvs caremark; caremark | short: cvs | brand: aetna
Cigna Group; Cigna | CI | 10.9 | short: cigna | brand: express scripts; evernorth
Walgreens Boots Alliance | WBA | 10 | short: walgreens; walgreen; boots | former: walgreen co | brand: duane reade
HCA Healthcare | HCA | 11 | short: hca
Medtronic | MDT | 11.1 | brand: covidien
Intuitive Surgical | ISRG | 11.2 | brand: da vinci robot
Boston Scientific | BSX | 11.1
Stryker | SYK | 11.1
Becton Dickinson; Becton Dickinson and Company | BDX | 10.7 | short: bd; becton
Vertex Pharmaceuticals | VRTX | 11.1 | short: vertex
Regeneron Pharmaceuticals | REGN | 10.8 | brand: eylea; dupixent
Moderna | MRNA | 10 | brand: spikevax
3M; 3M Company; Minnesota Mining | MMM | 10.9 | former: minnesota mining; minnesota mining and manufacturing | brand: post-it; scotch tape
DuPont de Nemours; DuPont | DD | 10.4 | former: dowdupont; du pont | short: dupont | ticker: DWDP
Dow; Dow Inc | DOW | 10.2 | former: dow chemical
Corteva | CTVA | 10.6
Paramount Skydance; Paramount Global; ViacomCBS | PSKY PARA | 10.1 | short: paramount | former: viacom; viacomcbs; cbs; cbs corp; cbs corporation; paramount global; paramount pictures | brand: mtv; nickelodeon; paramount plus; comedy central | ticker: VIAC PARA CBS
Warner Bros. Discovery; Warner Bros Discovery | WBD | 10.7 | short: warner bros; warner brothers; warner | former: discovery communications; discovery channel; time warner; warnermedia | brand: hbo; hbo max; cnn; discovery plus
Fox; Fox Corporation | FOXA FOX | 10.4 | former: fox news | brand: tubi
Block; Square | XYZ | 10.7 | former: square; square inc | brand: cash app; cashapp; afterpay | ticker: SQ
PayPal Holdings | PYPL | 10.8 | short: paypal | brand: venmo; braintree
eBay | EBAY | 10.6
Ford Motor; Ford Motor Company | F | 10.7 | short: ford; ford motors | brand: lincoln motor; mustang; f-150
General Motors; General Motors Company | GM | 10.8 | short: gm | brand: chevrolet; chevy; cadillac; buick; gmc; onstar; cruise automation
Harley-Davidson | HOG | 9.5 | short: harley; harley davidson
HP; HP Inc; Hewlett Packard; Hewlett-Packard | HPQ | 10.4 | short: hp; hp inc | former: hewlett packard; hewlett-packard | brand: poly; compaq
Hewlett Packard Enterprise | HPE | 10.5 | short: hpe; hp enterprise | brand: aruba; cray; juniper networks
Dell Technologies | DELL | 10.9 | short: dell | former: dell computer | brand: emc; alienware
Gen Digital; NortonLifeLock; Symantec | GEN | 10.2 | former: symantec; nortonlifelock; norton | brand: norton antivirus; avast; lifelock; avg antivirus | ticker: SYMC NLOK
Kraft Heinz; Kraft Heinz Company (The) | KHC | 10.5 | short: kraft; heinz | former: kraft foods group; h.j. heinz; hj heinz | brand: oscar mayer; philadelphia cream cheese
Mondelez International | MDLZ | 10.9 | short: mondelez | former: kraft foods inc | brand: cadbury; oreo; toblerone; ritz crackers; milka; nabisco
Kellanova; Kellogg | K | 10.4 | former: kellogg; kellogg's; kelloggs | brand: pringles; cheez-it
General Mills | GIS | 10.4 | brand: cheerios; haagen-dazs; pillsbury; betty crocker
Colgate-Palmolive | CL | 10.8 | short: colgate | brand: palmolive
Kimberly-Clark | KMB | 10.6 | brand: kleenex; huggies
Estee Lauder Companies; Estee Lauder | EL | 10.4 | short: estee lauder | brand: clinique; mac cosmetics; la mer; jo malone
Kenvue | KVUE | 10.5 | brand: tylenol; listerine; band-aid; neutrogena; motrin; aveeno
Target | TGT | 10.6
Dollar General | DG | 10.4
Best Buy; Best Buy Company | BBY | 10.2
Macy's; Macys | M | 9.7 | brand: bloomingdale's; bloomingdales
Gap; Gap (The); Gap Inc | GAP | 9.9 | brand: old navy; banana republic; athleta | short: the gap | ticker: GPS
V.F.; VF; V F | VFC | 9.8 | short: vf corp; vf corporation; v.f. | brand: north face; the north face; vans; timberland
Ralph Lauren | RL | 10.3 | brand: polo ralph lauren
Tapestry | TPR | 10.4 | former: coach; coach inc | brand: kate spade; coach bags
Capri Holdings | CPRI | 9.4 | former: michael kors; michael kors holdings | brand: jimmy choo; versace | ticker: KORS
PVH | PVH | 9.6 | brand: calvin klein; tommy hilfiger
Lululemon Athletica; lululemon | LULU | 10.4 | short: lululemon; lulu lemon
Levi Strauss & Company; Levi Strauss; Levi Strauss & Co | LEVI | 9.9 | short: levis; levi's
Bath & Body Works | BBWI | 9.7 | former: l brands; limited brands; the limited | ticker: LB
Victoria's Secret & Company; Victorias Secret; Victoria's Secret | VSCO | 9.5 | short: victoria's secret; victorias secret
Yum! Brands; Yum Brands | YUM | 10.6 | short: yum | former: tricon global restaurants; kentucky fried chicken | brand: kfc; taco bell; pizza hut
Yum China Holdings | YUMC | 10.3 | short: yum china
Chipotle Mexican Grill | CMG | 10.7 | short: chipotle
Domino's Pizza; Dominos Pizza; Domino's Pizza Inc | DPZ | 10.1 | short: dominos; domino's
Darden Restaurants | DRI | 10.3 | brand: olive garden; longhorn steakhouse
Wendy's; Wendys; Wendy's Company (The) | WEN | 9.3
Papa John's International; Papa Johns International | PZZA | 9.1 | short: papa johns; papa john's
Marriott International | MAR | 10.9 | short: marriott | brand: ritz-carlton; sheraton; westin; starwood; bonvoy
Hilton Worldwide Holdings | HLT | 10.8 | short: hilton | brand: doubletree; waldorf astoria; hampton inn
Hyatt Hotels | H | 10.1 | short: hyatt
Airbnb | ABNB | 10.9 | short: air bnb
Expedia Group | EXPE | 10.4 | short: expedia | brand: hotels.com; vrbo; orbitz; travelocity
DoorDash | DASH | 10.9 | short: door dash | brand: deliveroo; wolt
Lyft | LYFT | 9.8
Delta Air Lines | DAL | 10.6 | short: delta; delta airlines | former: northwest airlines
United Airlines Holdings | UAL | 10.5 | short: united; united airlines | former: ual corp; continental airlines; united continental
American Airlines Group | AAL | 10 | short: american airlines; aa | former: amr corp; us airways
Southwest Airlines | LUV | 10.2 | short: southwest
FedEx | FDX | 10.8 | short: fed ex | former: federal express
United Parcel Service | UPS | 10.9 | short: ups
Live Nation Entertainment | LYV | 10.5 | short: live nation | brand: ticketmaster
Match Group | MTCH | 9.9 | brand: tinder; hinge; okcupid; match.com
Bumble | BMBL | 8.8
Electronic Arts | EA | 10.6 | short: ea; ea sports | brand: fifa game; the sims
Take-Two Interactive Software; Take Two Interactive Software | TTWO | 10.6 | short: take two; take-two | brand: rockstar games; grand theft auto; gta; zynga
Roblox | RBLX | 10.9
Snap | SNAP | 10.1 | short: snapchat; snap chat
Pinterest | PINS | 10.3
Reddit | RDDT | 10.5
Zoom Communications; Zoom Video Communications | ZM | 10.4 | short: zoom | former: zoom video; zoom video communications
DocuSign | DOCU | 10.1
Dropbox | DBX | 9.9
Coinbase Global | COIN | 10.9 | short: coinbase
Robinhood Markets | HOOD | 11 | short: robinhood; robin hood
Strategy; MicroStrategy; Strategy Inc | MSTR | 10.9 | former: microstrategy; micro strategy | short: mstr
SoFi Technologies | SOFI | 10.4 | short: sofi | former: social finance; social capital hedosophia v
Affirm Holdings | AFRM | 10.4 | short: affirm
Super Micro Computer | SMCI | 10.4 | short: supermicro; super micro
Snowflake | SNOW | 10.9
CrowdStrike Holdings | CRWD | 11.1 | short: crowdstrike
Palo Alto Networks | PANW | 11.1 | short: palo alto
Fortinet | FTNT | 10.8
Cloudflare | NET | 10.9
Datadog | DDOG | 10.7
Workday | WDAY | 10.7
Twilio | TWLO | 10.3
Marvell Technology | MRVL | 10.9 | short: marvell | former: marvell technology group
Lam Research | LRCX | 11.2
KLA; KLA Corporation | KLAC | 11.1 | former: kla-tencor; kla tencor
Analog Devices | ADI | 11.1 | brand: maxim integrated; linear technology
ON Semiconductor | ON | 10.4 | short: onsemi; on semi
Western Digital | WDC | 10.7 | brand: wd
Sandisk | SNDK | 10.5 | short: san disk
Corning; Corning Incorporated | GLW | 10.8 | brand: gorilla glass
Emerson Electric | EMR | 10.9 | short: emerson | brand: national instruments
Johnson Controls International | JCI | 10.8 | short: johnson controls | brand: tyco international
Carrier Global | CARR | 10.7 | short: carrier
Otis Worldwide | OTIS | 10.5 | short: otis; otis elevator
Waste Management | WM | 11 | short: waste mgmt; wm
Air Products and Chemicals; Air Products & Chemicals | APD | 10.8 | short: air products
Sherwin-Williams; Sherwin-Williams Company (The) | SHW | 10.9
Freeport-McMoRan | FCX | 10.8 | short: freeport
Newmont | NEM | 10.9 | former: newmont mining; newmont goldcorp; goldcorp
Alcoa | AA | 10.1
United States Steel | X | 10.1 | short: us steel; u.s. steel; u s steel
Nucor | NUE | 10.5
ConocoPhillips | COP | 11.1 | short: conoco | former: phillips petroleum | brand: marathon oil; burlington resources
Occidental Petroleum | OXY | 10.6 | short: oxy; occidental | brand: anadarko
Schlumberger; SLB; Schlumberger Limited; SLB Limited | SLB | 10.8 | former: schlumberger | short: slb
Halliburton; Halliburton Company | HAL | 10.4
Baker Hughes; Baker Hughes Company | BKR | 10.6 | former: ge oil & gas; baker hughes a ge company
Kinder Morgan | KMI | 10.8
NextEra Energy | NEE | 11.2 | short: nextera | former: fpl group; florida power & light
Duke Energy | DUK | 11 | former: progress energy
Southern; Southern Company; Southern Company (The) | SO | 11 | short: southern co; southern company
American Electric Power; American Electric Power Company | AEP | 10.8 | short: aep
Exelon | EXC | 10.7 | brand: comed; pepco
Consolidated Edison | ED | 10.6 | short: con ed; coned; con edison
PG&E; Pacific Gas & Electric; PG & E | PCG | 10.6 | short: pg&e; pge; pacific gas and electric
Public Service Enterprise Group | PEG | 10.6 | short: pseg
Dominion Energy | D | 10.7 | former: dominion resources
Constellation Energy | CEG | 11.1
Vistra | VST | 10.8 | former: vistra energy
American Tower | AMT | 10.9
Prologis | PLD | 11
Simon Property Group | SPG | 10.8 | short: simon property
Realty Income | O | 10.7
Digital Realty Trust | DLR | 10.8
Equinix | EQIX | 10.9
Public Storage | PSA | 10.7
S&P Global | SPGI | 11.1 | short: s&p; s&p global; standard & poor's; standard and poors; s&p dow jones indices; s&p dji; s&p global ratings | former: mcgraw hill; mcgraw-hill; mcgraw hill financial | brand: trucost
Moody's; Moodys | MCO | 10.9 | short: moodys
CME Group | CME | 11 | short: cme | former: chicago mercantile exchange | brand: nymex; comex
Intercontinental Exchange | ICE | 11 | short: ice; nyse euronext; nyse group | brand: new york stock exchange; nyse
Nasdaq; Nasdaq Inc | NDAQ | 10.7 | former: nasdaq omx
Fiserv | FI FISV | 10.7 | former: first data
Fidelity National Information Services | FIS | 10.6 | short: fis
Automatic Data Processing | ADP | 11.1 | short: adp
Accenture | ACN | 11.2 | former: andersen consulting
Cognizant Technology Solutions | CTSH | 10.5 | short: cognizant
KKR; KKR & Co. | KKR | 11 | former: kohlberg kravis roberts | short: kkr
Apollo Global Management | APO | 10.9 | short: apollo
Carlyle Group | CG | 10.3 | short: carlyle
T. Rowe Price Group; T Rowe Price Group | TROW | 10.4 | short: t rowe price; t. rowe price; t rowe
Franklin Resources | BEN | 10.1 | short: franklin templeton | brand: templeton; legg mason
Invesco | IVZ | 10 | brand: powershares
Marsh & McLennan Companies; Marsh & McLennan | MMC MRSH | 11 | short: marsh; marsh mclennan; marsh & mclennan
Rocket Companies | RKT | 10.4 | short: rocket mortgage; quicken loans
Carvana | CVNA | 10.8
CarMax | KMX | 10
GameStop | GME | 10 | short: game stop
AMC Entertainment Holdings | AMC | 9.1 | short: amc; amc theatres; amc theaters
WW International; Weight Watchers International | WW | 8.5 | former: weight watchers; weightwatchers
Peloton Interactive | PTON | 9.5 | short: peloton
Wayfair | W | 9.9
Etsy | ETSY | 9.8
Chewy | CHWY | 10.2
Rivian Automotive | RIVN | 10.2 | short: rivian
Lucid Group | LCID | 9.7 | short: lucid; lucid motors | former: churchill capital iv
Plug Power | PLUG | 9.5
First Solar | FSLR | 10.4
Enphase Energy | ENPH | 9.8 | short: enphase
Tyson Foods; Tyson | TSN | 10.3
Hershey; Hershey Company (The); Hershey Company | HSY | 10.6 | brand: reese's; hershey's
Constellation Brands | STZ | 10.5 | brand: corona; modelo; corona beer
Molson Coors Beverage; Molson Coors Beverage Company | TAP | 10 | short: molson coors; coors | former: molson coors brewing | brand: coors light; miller lite
Brown-Forman; Brown Forman | BF.B BF.A | 10.2 | brand: jack daniel's; jack daniels
Monster Beverage | MNST | 10.8 | short: monster; monster energy | former: hansen natural
Keurig Dr Pepper | KDP | 10.6 | short: dr pepper; keurig | former: dr pepper snapple | brand: snapple; 7up; 7-up
Campbell's; Campbell Soup; Campbell Soup Company; The Campbell's Company; Campbell's Company (The) | CPB | 10 | short: campbell; campbells | former: campbell soup
Clorox; Clorox Company (The) | CLX | 10.2
Hasbro | HAS | 10 | brand: monopoly; dungeons & dragons; nerf
Mattel | MAT | 9.8 | brand: barbie; hot wheels; fisher-price
Kroger; Kroger Company (The); Kroger Company | KR | 10.6
Sirius XM Holdings; SiriusXM Holdings | SIRI | 9.9 | short: sirius; siriusxm; sirius xm | brand: pandora radio; pandora
Warner Music Group | WMG | 10.2
TKO Group Holdings; World Wrestling Entertainment | TKO | 10.5 | former: wwe; endeavor; world wrestling entertainment | brand: ufc
New York Times; New York Times Company (The); New York Times Company | NYT | 9.9 | short: nyt
News; News Corp; News Corporation | NWSA NWS | 10.2 | short: news corp | brand: dow jones & company; wall street journal; wsj; harpercollins
Charter Communications | CHTR | 10.5 | brand: spectrum; time warner cable; spectrum tv
EchoStar | SATS | 10.3 | brand: dish network; dish; boost mobile
Lumen Technologies | LUMN | 9.8 | former: centurylink; level 3; qwest
Liberty Global | LBTYA | 9.6
Viatris | VTRS | 10.1 | former: mylan; upjohn
Organon | OGN | 9.4
Zoetis | ZTS | 10.8 | former: pfizer animal health
Solventum | SOLV | 10.1
Baxter International | BAX | 10 | short: baxter
Quest Diagnostics | DGX | 10.3
Labcorp Holdings; Laboratory Corporation of America Holdings; Laboratory of America Holdings | LH | 10.3 | former: laboratory corporation of america | short: labcorp; lab corp
Universal Health Services | UHS | 10.2
Humana | HUM | 10.5
Centene | CNC | 10.3
McKesson | MCK | 11
Cencora; AmerisourceBergen | COR | 10.8 | former: amerisourcebergen | ticker: ABC
Illumina | ILMN | 10.2
Biogen | BIIB | 10.4 | former: biogen idec
IQVIA Holdings | IQV | 10.5 | former: quintiles; ims health; quintilesims
Teladoc Health | TDOC | 9.2 | short: teladoc
Hims & Hers Health | HIMS | 10 | short: hims; hims & hers
Royal Caribbean Cruises; Royal Caribbean Group | RCL | 10.9 | short: royal caribbean
Carnival; Carnival Corporation | CCL | 10.5 | brand: cunard; princess cruises; carnival cruise
Norwegian Cruise Line Holdings | NCLH | 10 | short: norwegian cruise
Las Vegas Sands | LVS | 10.5 | short: sands; las vegas sands
MGM Resorts International | MGM | 10 | short: mgm; mgm resorts | brand: bellagio
Wynn Resorts | WYNN | 10 | short: wynn
Caesars Entertainment | CZR | 9.7 | former: eldorado resorts | short: caesars
DraftKings | DKNG | 10.3 | short: draft kings
Flutter Entertainment | FLUT | 10.6 | short: flutter | former: paddy power betfair; paddy power | brand: fanduel; betfair; pokerstars
Norfolk Southern | NSC | 10.8
CSX | CSX | 10.8
PACCAR | PCAR | 10.7 | brand: peterbilt; kenworth
Cummins | CMI | 10.8
Eaton; Eaton Corporation | ETN | 11.1
Parker-Hannifin; Parker Hannifin | PH | 11.1
Illinois Tool Works | ITW | 10.9
Goodyear Tire & Rubber; Goodyear Tire & Rubber Company (The) | GT | 9.4 | short: goodyear
Whirlpool | WHR | 9.7 | brand: kitchenaid; maytag
Stanley Black & Decker | SWK | 10.1 | brand: dewalt; craftsman | former: stanley works
Newell Brands | NWL | 9.3 | former: newell rubbermaid | brand: sharpie; rubbermaid; yankee candle
Xerox Holdings | XRX | 8.7 | short: xerox
Eastman Kodak; Eastman Kodak Company | KODK | 8.9 | short: kodak
Motorola Solutions | MSI | 10.8 | short: motorola
Garmin | GRMN | 10.6
GoPro | GPRO | 8.4
Rocket Lab; Rocket Lab USA | RKLB | 10.5
Joby Aviation | JOBY | 10.1
Virgin Galactic Holdings | SPCE | 8.3 | short: virgin galactic
Ally Financial | ALLY | 10.1 | short: ally; ally bank | former: gmac
Synchrony Financial | SYF | 10.4 | former: ge capital retail
Fifth Third Bancorp | FITB | 10.5 | short: fifth third; 5/3
M&T Bank; M & T Bank; M&T | MTB | 10.5 | short: m&t; m&t bank
KeyCorp | KEY | 10.3 | short: keybank; key bank
Huntington Bancshares; Huntington Bancshares Incorporated | HBAN | 10.4 | short: huntington bank
Regions Financial | RF | 10.3 | short: regions; regions bank
Citizens Financial Group | CFG | 10.4 | short: citizens; citizens bank
Travelers Companies; Travelers Companies (The); The Travelers Companies | TRV | 10.8 | short: travelers | former: st. paul travelers
Allstate; Allstate Corporation (The) | ALL | 10.7
Aflac; Aflac Incorporated | AFL | 10.8
Chubb; Chubb Limited | CB | 11 | former: ace limited; ace ltd
Hartford Insurance Group; Hartford Financial Services Group | HIG | 10.6 | short: the hartford; hartford
Equifax | EFX | 10.4
Opendoor Technologies | OPEN | 9.7 | short: opendoor
Zillow Group | Z ZG | 10.2 | short: zillow | brand: trulia; streeteasy
Upstart Holdings | UPST | 9.7 | short: upstart
Trade Desk; Trade Desk (The); The Trade Desk | TTD | 10.4 | short: trade desk
Akamai Technologies | AKAM | 10.1 | short: akamai
VeriSign | VRSN | 10.4
GoDaddy | GDDY | 10.3 | short: go daddy
Autodesk | ADSK | 10.8
AppLovin | APP | 11.2
Unity Software | U | 10.2 | short: unity
SoundHound AI | SOUN | 9.7
C3.ai; C3 ai | AI | 9.4 | short: c3 ai; c3
IonQ | IONQ | 10.3
D-Wave Quantum | QBTS | 9.9 | short: d-wave; dwave
Rigetti Computing | RGTI | 9.9 | short: rigetti
Nextdoor Holdings | NXDR | 8.8 | short: nextdoor
Yelp | YELP | 9.3
Tripadvisor; TripAdvisor | TRIP | 9.3 | short: trip advisor
Vornado Realty Trust | VNO | 9.8
Booz Allen Hamilton Holding | BAH | 10.1 | short: booz allen
Leidos Holdings | LDOS | 10.4 | short: leidos | former: saic
Archer-Daniels-Midland; Archer Daniels Midland; Archer-Daniels-Midland Company | ADM | 10.5 | short: adm; archer daniels
Bunge Global; Bunge | BG | 10.2
International Paper; International Paper Company | IP | 10.3
Ball; Ball Corporation | BALL | 10.2
Weyerhaeuser; Weyerhaeuser Company | WY | 10.2
Scotts Miracle-Gro; Scotts Miracle-Gro Company (The) | SMG | 9.5 | short: miracle-gro; scotts
Smucker; J.M. Smucker; The J.M. Smucker Company; J M Smucker; J.M. Smucker Company (The) | SJM | 10 | short: smuckers; jm smucker; smucker's | brand: folgers; jif
Conagra Brands; ConAgra Foods | CAG | 9.9 | former: conagra foods | brand: healthy choice; slim jim
Hormel Foods | HRL | 10.1 | short: hormel | brand: spam; skippy
Dollar Tree | DLTR | 10.3 | former: family dollar
Ross Stores | ROST | 10.7 | short: ross; ross dress for less
Tractor Supply; Tractor Supply Company | TSCO | 10.4
AutoZone | AZO | 10.8
Ulta Beauty | ULTA | 10.3 | short: ulta
Dick's Sporting Goods; Dicks Sporting Goods | DKS | 10.3 | short: dicks; dick's | brand: foot locker
Abercrombie & Fitch; Abercrombie & Fitch Company | ANF | 9.6 | short: abercrombie | brand: hollister
American Eagle Outfitters | AEO | 9.4 | short: american eagle | brand: aerie
Urban Outfitters | URBN | 9.8 | brand: anthropologie; free people
Kohl's; Kohls | KSS | 9.2
Crocs | CROX | 9.7
Deckers Outdoor | DECK | 10.2 | brand: ugg; hoka; uggs
Skechers U.S.A.; Skechers USA | SKX | 10 | short: skechers
Under Armour | UA UAA | 9.4
Beyond Meat | BYND | 8.6
Hertz Global Holdings | HTZ | 9.2 | short: hertz
Avis Budget Group | CAR | 9.7 | short: avis
Thor Industries | THO | 9.7
Polaris | PII | 9.6
Raymond James Financial | RJF | 10.5 | short: raymond james
Expand Energy | EXE | 10.3 | former: chesapeake energy; chesapeake; southwestern energy
Barnes & Noble | BKS | 8.7

@equity GB/IE/JE/GG
Shell; Royal Dutch Shell | SHEL SHEL@US SHELL@NL | 11.3 | former: royal dutch shell; royal dutch; royal dutch petroleum | ticker: RDSA RDSB
AstraZeneca | AZN AZN@US | 11.4 | short: astra zeneca; astra | former: zeneca | brand: tagrisso; alexion
HSBC Holdings; HSBC | HSBA HSBC@US | 11.4 | short: hsbc; hongkong and shanghai bank | former: midland bank
Unilever | ULVR UL@US UNA@NL | 11.2 | brand: dove; ben & jerry's; ben and jerrys; hellmann's; axe; magnum ice cream; lipton; knorr; vaseline; marmite
BP; BP p.l.c. | BP BP@US | 11 | short: b.p. | former: british petroleum; bp amoco | brand: castrol; amoco; arco
GSK; GlaxoSmithKline | GSK GSK@US | 11 | former: glaxosmithkline; glaxo smithkline; glaxo; smithkline beecham; glaxo wellcome | brand: shingrix; advair
Haleon | HLN HLN@US | 10.6 | brand: sensodyne; advil; voltaren; panadol; centrum; theraflu; robitussin
British American Tobacco | BATS BTI@US | 11 | short: bat; british american | brand: lucky strike; dunhill; camel cigarettes; newport; reynolds american; vuse
Imperial Brands | IMB | 10.5 | former: imperial tobacco
Diageo | DGE DEO@US | 10.8 | former: guinness plc; grand metropolitan | brand: guinness; johnnie walker; smirnoff; baileys; captain morgan; tanqueray; don julio
Rio Tinto | RIO RIO@US RIO@AU | 11.1 | short: rio; rtz | former: rio tinto zinc
Glencore | GLEN | 10.8 | former: xstrata; glencore xstrata
Anglo American | AAL | 10.6 | brand: de beers
Antofagasta | ANTO | 10.4
Reckitt Benckiser Group; Reckitt | RKT | 10.7 | short: reckitt | brand: durex; dettol; nurofen; lysol; vanish; strepsils; mucinex
RELX | REL RELX@US | 10.9 | former: reed elsevier | brand: lexisnexis; elsevier
London Stock Exchange Group | LSEG | 10.8 | short: lseg; lse; london stock exchange | brand: refinitiv; ftse russell
Barclays | BARC BCS@US | 10.8 | short: barclays bank
Lloyds Banking Group | LLOY LYG@US | 10.8 | short: lloyds; lloyds bank | former: lloyds tsb | brand: halifax bank; bank of scotland
NatWest Group; NatWest | NWG NWG@US | 10.7 | short: nat west; natwest | former: royal bank of scotland; rbs; rbs group; royal bank of scotland group
Standard Chartered | STAN | 10.5 | short: stanchart
Prudential | PRU PUK@US | 10.5
Legal & General Group; Legal & General | LGEN | 10.3 | short: l&g; legal and general
Aviva | AV | 10.4 | former: norwich union; cgnu
Phoenix Group Holdings | PHNX | 9.8
National Grid | NG NGG@US | 10.8 | short: natl grid
SSE | SSE | 10.4 | former: scottish and southern energy; scottish & southern energy
Centrica | CNA | 10.1 | brand: british gas
Vodafone Group; Vodafone | VOD VOD@US | 10.5 | short: vodafone; vodaphone
BT Group; BT | BT.A BT-A | 10.4 | short: bt; british telecom | former: british telecommunications | brand: openreach; ee
Tesco | TSCO | 10.5
J Sainsbury; Sainsbury (J) | SBRY | 9.9 | short: sainsbury; sainsburys; sainsbury's | brand: argos
Marks and Spencer Group; Marks & Spencer Group | MKS | 9.9 | short: m&s; marks and spencer; marks & spencer; marks & sparks
Next | NXT | 10.2
Associated British Foods | ABF | 10.3 | short: abf; ab foods | brand: primark; twinings
Burberry Group | BRBY | 9.8 | short: burberry
Rolls-Royce Holdings; Rolls Royce Holdings; Rolls-Royce | RR | 11 | short: rolls royce; rolls-royce
BAE Systems | BA | 10.8 | short: bae | former: british aerospace
Compass Group | CPG | 10.7
InterContinental Hotels Group; Intercontinental Hotels Group | IHG IHG@US | 10.3 | short: ihg; intercontinental hotels | brand: holiday inn; crowne plaza
International Consolidated Airlines Group; International Consolidated Airlines | IAG IAG@ES | 10.4 | short: iag | brand: british airways; iberia; aer lingus; vueling
easyJet | EZJ | 9.7 | short: easy jet
Ryanair Holdings | RYA RYAAY@US RYA@IE | 10.4 | short: ryanair; ryan air
JD Sports Fashion | JD | 9.8 | short: jd sports
Kingfisher | KGF | 9.8 | brand: b&q; screwfix
WPP | WPP WPP@US | 9.7 | short: wpp | brand: ogilvy
Experian | EXPN | 10.6 | former: gus plc
ITV | ITV | 9.5
Pearson | PSON PSO@US | 10
Ocado Group | OCDO | 9.4 | short: ocado
Whitbread | WTB | 9.8 | brand: premier inn
Informa | INF | 10.2
Smith & Nephew; Smith and Nephew; Smith & Nephew SNATS | SN SNN@US | 10.1
Arm Holdings | ARM@US | 11.2 | short: arm
Linde plc | LIN@US | 11.3
Medtronic | MDT@US | 11.1 | brand: covidien
Accenture | ACN@US | 11.2 | former: andersen consulting
Seagate Technology Holdings; Seagate Technology | STX@US | 10.8 | short: seagate
Aon | AON@US | 10.9
Willis Towers Watson | WTW@US | 10.5 | short: wtw; willis
CRH | CRH@US | 10.9 | former: cement roadstone
Manchester United | MANU@US | 9.5 | short: man utd; man united; manchester utd
Aston Martin Lagonda Global Holdings | AML | 8.9 | short: aston martin
Wise | WISE | 10.1 | former: transferwise
Sage Group | SGE | 10.2 | short: sage
3i Group | III | 10.6 | short: 3i
Tate & Lyle | TATE | 9.4 | short: tate and lyle

@equity DE
SAP | SAP SAP@US | 11.5 | short: s.a.p.
Siemens | SIE | 11.3 | short: siemens
Siemens Energy | ENR | 10.9
Siemens Healthineers | SHL | 10.8 | short: healthineers
Allianz | ALV | 11.2 | brand: pimco
Deutsche Telekom | DTE | 11.2 | short: telekom; t-mobile germany; dt
Volkswagen | VOW3 VOW | 10.8 | short: vw | brand: audi; skoda; seat; lamborghini; bentley; bugatti; ducati
Mercedes-Benz Group; Mercedes Benz Group; Daimler | MBG DAI | 10.8 | short: mercedes; mercedes-benz; mercedes benz | former: daimler; daimlerchrysler; daimler benz; daimler-benz; daimler chrysler | brand: smart car; maybach
Bayerische Motoren Werke; BMW; BMW Bay Motoren Werke | BMW BMW3 | 10.8 | short: bmw; bimmer; beemer | brand: mini cooper; rolls-royce motor cars
Dr. Ing. h.c. F. Porsche; Porsche; Dr Ing hc F Porsche | P911 | 10.7 | short: porsche; porsche ag
Porsche Automobil Holding; Porsche Automobil | PAH3 | 10.1 | short: porsche holding; porsche se
Daimler Truck Holding; Daimler Truck | DTG | 10.5 | short: daimler trucks | brand: freightliner
BASF | BAS | 10.7 | short: badische anilin
Bayer | BAYN | 10.5 | former: monsanto; schering ag | brand: aspirin; roundup
Münchener Rückversicherungs-Gesellschaft; Muenchener Rueckversicherungs-Gesellschaft; Münchener Rückversicherungs-Gesellschaft Aktiengesellschaft in München; Munich Re | MUV2 | 10.9 | short: munich re; münchener rück; munich reinsurance; muenchener rueck; muenchner rueck
Hannover Rück; Hannover Rueck | HNR1 | 10.5 | short: hannover re
Deutsche Bank | DBK DB@US | 10.8 | brand: postbank; dws group
Commerzbank | CBK | 10.6 | former: dresdner bank
Deutsche Post; DHL Group; Deutsche Post DHL | DHL DPW | 10.7 | short: dhl; deutsche post dhl; german post | former: deutsche post
Deutsche Börse; Deutsche Boerse | DB1 | 10.7 | short: deutsche boerse; frankfurt stock exchange | brand: clearstream; eurex; xetra
adidas | ADS | 10.6 | brand: reebok; yeezy
PUMA | PUM | 9.6
Henkel; Henkel & KGaA | HEN3 HEN | 10.5 | brand: persil; schwarzkopf; loctite
Beiersdorf | BEI | 10.4 | brand: nivea; eucerin; la prairie
Infineon Technologies | IFX | 10.7 | short: infineon
E.ON | EOAN | 10.6 | short: eon
RWE | RWE | 10.4
Continental | CON | 10.1 | short: conti
thyssenkrupp | TKA | 9.8 | short: thyssen; krupp
Heidelberg Materials; HeidelbergCement; Heidelbergcement | HEI | 10.5 | former: heidelbergcement; heidelberg cement
Rheinmetall | RHM | 10.9
MTU Aero Engines | MTX | 10.3 | short: mtu
Merck KGaA | MRK | 10.8 | short: merck kgaa; merck germany; merck darmstadt
Fresenius; Fresenius & KGaA | FRE | 10.4
Fresenius Medical Care | FME FMS@US | 10.1 | short: fmc fresenius
Vonovia | VNA | 10.4 | former: deutsche annington
Zalando | ZAL | 9.9
Delivery Hero | DHER | 9.8 | brand: foodpanda
HelloFresh | HFG | 9.2 | short: hello fresh
Deutsche Lufthansa; Lufthansa | LHA | 10 | short: lufthansa | brand: swiss airlines; austrian airlines; eurowings
TUI | TUI1 | 9.6
Hugo Boss; HUGO BOSS | BOSS | 9.5
BioNTech | BNTX@US | 10.4 | short: biontech
Covestro | 1COV | 10.1 | former: bayer materialscience
Symrise | SY1 | 10.2
Sartorius | SRT3 SRT | 10.3
ProSiebenSat.1 Media | PSM | 9.2 | short: prosieben
Wirecard | WDI | 6
Evonik Industries | EVK | 9.9
Brenntag | BNR | 9.9

@equity FR/NL/LU
LVMH Moët Hennessy - Louis Vuitton; LVMH Moet Hennessy Louis Vuitton; LVMH Moët Hennessy; LVMH | MC | 11.5 | short: lvmh; louis vuitton | brand: moet hennessy; hennessy; dior couture; sephora; tiffany; tiffany & co; bulgari; tag heuer; moet; dom perignon; fendi; givenchy
L'Oréal; L'Oreal; L Oreal | OR | 11.3 | short: loreal | brand: lancome; maybelline; garnier; kiehl's; cerave; la roche-posay
Hermès International; Hermes International; Hermès International Société en commandite par actions | RMS | 11.4 | short: hermes; hermès | brand: birkin; hermes birkin
TotalEnergies; TOTAL; Total | TTE FP TTE@US | 11.2 | former: total; total sa; total fina elf; elf aquitaine | short: total energies | brand: sunpower total
Sanofi | SAN SNY@US | 11.1 | former: sanofi-aventis; sanofi aventis; aventis; genzyme
Airbus; Airbus Group | AIR AIR@DE | 11.2 | former: eads; european aeronautic defence and space
Schneider Electric | SU | 11.1 | short: schneider
Air Liquide; L'Air Liquide; L'Air Liquide Société Anonyme pour l'Étude et l'Exploitation des Procédés Georges Claude | AI | 11 | short: air liquide
EssilorLuxottica; Essilor International; EssilorLuxottica Société anonyme | EL | 11 | former: essilor; luxottica | brand: ray-ban; ray ban; rayban; oakley; lenscrafters; sunglass hut
BNP Paribas | BNP | 10.9 | short: bnp | brand: paribas
AXA | CS | 10.9
Safran | SAF | 11.1 | former: snecma
Vinci; VINCI | DG | 10.9
Danone | BN | 10.7 | former: groupe danone | brand: evian; activia; volvic; dannon; alpro
Kering | KER | 10.5 | former: ppr; pinault printemps redoute | brand: gucci; yves saint laurent; saint laurent; ysl; balenciaga; bottega veneta; alexander mcqueen
Christian Dior | CDI | 10.9 | short: dior
Pernod Ricard | RI | 10.4 | brand: absolut; absolut vodka; jameson; chivas; chivas regal; havana club
Rémy Cointreau; Remy Cointreau | RCO | 9.4 | brand: remy martin
Société Générale; Societe Generale; Société Générale Société anonyme | GLE | 10.7 | short: socgen; soc gen; societe generale
Crédit Agricole; Credit Agricole | ACA | 10.7 | short: credit agricole
Orange | ORA | 10.6 | former: france telecom; france télécom
ENGIE; Engie | ENGI | 10.7 | former: gdf suez; gaz de france; gdf; suez
Veolia Environnement | VIE | 10.4 | short: veolia | former: vivendi environnement
Electricité de France; Électricité de France | EDF | 10.7 | short: edf
Vivendi | VIV | 9.5 | former: vivendi universal | brand: havas
Renault | RNO | 10.1 | brand: dacia; alpine cars
Compagnie Générale des Établissements Michelin Société en commandite par actions; Compagnie Generale des Etablissements Michelin; Michelin | ML | 10.4 | short: michelin
Accor | AC | 10.1 | brand: ibis; novotel; sofitel; mercure hotels
Carrefour | CA | 10
Capgemini | CAP | 10.5 | former: cap gemini
Dassault Systèmes; Dassault Systemes | DSY | 10.6 | short: dassault systemes | brand: solidworks
Dassault Aviation; Dassault Aviation société anonyme | AM | 10.4 | brand: rafale; mirage jet
Thales | HO | 10.7 | former: thomson csf
Alstom | ALO | 10 | brand: bombardier transportation; tgv
Publicis Groupe | PUB | 10.4 | short: publicis
Compagnie de Saint-Gobain; Compagnie de Saint Gobain; Saint Gobain | SGO | 10.7 | short: saint gobain; saint-gobain; st gobain
Legrand | LR | 10.5
Bouygues | EN | 10.2
Sodexo | SW | 9.9
Ubisoft Entertainment | UBI | 8.9 | short: ubisoft | brand: assassin's creed
Atos | ATO | 8.9
Eurofins Scientific | ERF | 10.1
Euronext | ENX | 10.2
Teleperformance | TEP | 9.8
Air France-KLM; Air France KLM | AF | 9.5 | short: air france; klm
STMicroelectronics | STMPA STM@US STMMI@IT STM@FR | 10.4 | short: st micro; stmicro; st microelectronics | former: sgs-thomson

@equity NL/DE/FR/GB/BE
ASML Holding; ASML | ASML ASML@US | 11.6 | short: asml
ING Groep; ING Group | INGA ING@US | 10.9 | short: ing; ing bank
Koninklijke Philips; Philips | PHIA PHG@US | 10.4 | short: philips; royal philips; philips electronics | former: koninklijke philips electronics
Heineken | HEIA | 10.6 | brand: amstel; birra moretti; tiger beer
Koninklijke Ahold Delhaize; Ahold Delhaize | AD | 10.6 | short: ahold; ahold delhaize | brand: stop & shop; albert heijn; food lion
Prosus | PRX | 11.1
Adyen | ADYEN | 10.7
Stellantis; Fiat Chrysler Automobiles | STLA@US STLAM@IT STLAP@FR FCAU@US | 10.5 | former: fiat chrysler; fiat; chrysler; peugeot; psa; fiat chrysler automobiles; fca; psa group; groupe psa; peugeot citroen; psa peugeot citroen | brand: jeep; dodge; opel; citroen; alfa romeo; maserati; vauxhall; ram trucks | ticker: FCAU UG FCA
Ferrari | RACE@IT RACE@US | 10.9
CNH Industrial | CNHI@IT CNH@US | 10.2 | short: cnh; new holland; case ih
Wolters Kluwer | WKL | 10.6
Akzo Nobel | AKZA | 10.1 | short: akzonobel; akzo | brand: dulux
Koninklijke KPN; KPN | KPN | 10.2 | short: kpn | former: royal kpn
Aegon | AGN AEG@US | 10.1
ABN AMRO Bank | ABN | 10.5 | short: abn amro; abn
NN Group | NN | 10.3
ArcelorMittal | MT MT@US MTS@ES | 10.6 | short: arcelor mittal | former: mittal steel; arcelor
NXP Semiconductors | NXPI@US | 10.8 | short: nxp | former: freescale; philips semiconductors
Just Eat Takeaway.com | TKWY | 9.5 | short: just eat; takeaway.com; lieferando
Universal Music Group | UMG | 10.7 | short: umg; universal music
Spotify Technology | SPOT@US | 11.1 | short: spotify
Anheuser-Busch InBev; Anheuser Busch InBev; Anheuser-Busch Inbev | ABI@BE BUD@US | 11.1 | short: ab inbev; abinbev; anheuser busch; anheuser-busch | former: inbev; interbrew; sabmiller; sab miller | brand: budweiser; bud light; stella artois; corona europe; beck's; leffe; michelob
KBC Group | KBC@BE | 10.6 | short: kbc
UCB | UCB@BE | 10.6
Solvay | SOLB@BE | 9.5
Ageas | AGS@BE | 10.1 | former: fortis
Umicore | UMI@BE | 9.5

@equity CH/IE/GB
Nestlé; Nestle | NESN NSRGY@US | 11.4 | short: nestle | brand: nescafe; nespresso; kitkat; kit kat; purina; perrier; san pellegrino; maggi; gerber; haagen dazs; smarties
Roche Holding; Roche | ROG RO RHHBY@US | 11.4 | short: roche; hoffmann-la roche; hoffman la roche | former: genentech | brand: tamiflu; ocrevus
Novartis | NOVN NVS@US | 11.4 | former: ciba-geigy; ciba geigy; sandoz novartis | brand: entresto; cosentyx
UBS Group; UBS | UBSG UBS@US | 11.1 | short: union bank of switzerland; ubs | former: credit suisse; credit suisse group; paine webber; paribas suisse | ticker: CSGN
Zurich Insurance Group | ZURN | 11 | short: zurich; zurich insurance; zurich financial | former: zurich financial services
Compagnie Financière Richemont; Compagnie Financiere Richemont | CFR | 11 | short: richemont | brand: cartier; montblanc; van cleef; iwc; jaeger-lecoultre; piaget; panerai
ABB; ABB Ltd | ABBN ABBNY@US ABB@SE | 11 | former: asea brown boveri; asea
Swiss Re | SREN | 10.7
Holcim; LafargeHolcim | HOLN | 10.6 | former: lafargeholcim; lafarge
Glencore International | GLEN@GB | 10.8
Sika | SIKA | 10.6
Givaudan | GIVN | 10.6
Lonza Group | LONN | 10.6 | short: lonza
Alcon | ALC ALC@US | 10.6
Swisscom | SCMN | 10.5
Partners Group Holding | PGHN | 10.5
Geberit | GEBN | 10.4
The Swatch Group; Swatch Group | UHR UHRN | 10 | short: swatch | brand: omega; omega watches; tissot; longines; breguet
Chocoladefabriken Lindt & Sprüngli; Lindt & Sprüngli; Chocoladefabriken Lindt & Spruengli | LISN LISP | 10.4 | short: lindt; lindt & sprungli; lindt chocolate | brand: ghirardelli
Logitech International | LOGN LOGI@US | 10.2 | short: logitech
On Holding | ONON@US | 10.2 | short: on running; on shoes; on cloud shoes
Sandoz Group | SDZ | 10.4 | short: sandoz
Kuehne + Nagel International; Kühne + Nagel International; Kuehne & Nagel International | KNIN | 10.4 | short: kuehne nagel; kuhne nagel; kuehne + nagel
Julius Bär Gruppe; Julius Baer Gruppe; Julius Baer Group | BAER | 10.2 | short: julius baer; julius bar
Adecco Group | ADEN | 9.7 | short: adecco
Schindler Holding | SCHP SCHN | 10.5 | short: schindler
Barry Callebaut | BARN | 9.9
Swiss Life Holding | SLHN | 10.5 | short: swiss life
Garrett Motion | GTX@US | 9.5
Chubb | CB@US | 11 | former: ace limited; ace ltd
Garmin | GRMN@US | 10.6
TE Connectivity | TEL@US | 10.8 | former: tyco electronics; amp inc
Amcor | AMCR@US | 10.2 | former: berry global; bemis
Bunge Global | BG@US | 10.2

@equity IT
Enel; ENEL | ENEL | 10.9
Eni; ENI | ENI E@US | 10.7 | former: ente nazionale idrocarburi | brand: agip
Intesa Sanpaolo | ISP | 11 | short: intesa; sanpaolo imi
UniCredit | UCG | 11 | short: unicredit; uni credit | former: hypovereinsbank; hvb
Assicurazioni Generali; Generali | G | 10.7 | short: generali
Leonardo | LDO | 10.5 | former: finmeccanica
Prysmian | PRY | 10.3 | former: pirelli cavi
Moncler | MONC | 10.2 | brand: stone island
Telecom Italia | TIT TITR | 10 | short: tim italy; telecom italia; tim
Poste Italiane | PST | 10.4 | short: italian post
Terna; Terna - Rete Elettrica Nazionale; Terna S.p.A. | TRN | 10.3
Snam | SRG | 10.2
Mediobanca; Mediobanca Banca di Credito Finanziario | MB | 10.2
Pirelli & C.; Pirelli & C | PIRC | 9.8 | short: pirelli
Prada | 1913@HK | 10.2 | short: prada | brand: miu miu
Davide Campari-Milano; Davide Campari Milano | CPR | 9.9 | short: campari | brand: aperol; grand marnier
Banco BPM | BAMI | 10.3 | former: banco popolare
Juventus Football Club | JUVE | 9.1 | short: juventus; juve
Salvatore Ferragamo | SFER | 9.1 | short: ferragamo

@equity ES
Industria de Diseño Textil; Industria de Diseno Textil; Inditex | ITX | 11.2 | short: inditex | brand: zara; massimo dutti; pull & bear; bershka; stradivarius
Banco Santander | SAN SAN@US | 11.1 | short: santander
Banco Bilbao Vizcaya Argentaria | BBVA BBVA@US | 11 | short: bbva; bilbao vizcaya
Iberdrola | IBE | 11 | brand: avangrid; scottishpower; scottish power
Telefónica; Telefonica | TEF TEF@US | 10.4 | short: telefonica | brand: movistar; o2
Repsol | REP | 10.3 | former: repsol ypf
CaixaBank | CABK | 10.8 | short: caixa; la caixa | former: bankia
Amadeus IT Group | AMS | 10.5 | short: amadeus
Ferrovial | FER FER@US | 10.6
Aena; Aena S.M.E. | AENA | 10.6 | short: spanish airports
Cellnex Telecom | CLNX | 10.4 | short: cellnex
Naturgy Energy Group | NTGY | 10.4 | former: gas natural; gas natural fenosa | short: naturgy
Endesa | ELE | 10.5
Grifols | GRF GRFS@US | 9.9
Banco de Sabadell | SAB | 10.3 | short: sabadell
ACS Actividades de Construcción y Servicios; ACS, Actividades de Construcción y Servicios | ACS | 10.3 | short: acs | brand: hochtief

@equity SE
H & M Hennes & Mauritz; H&M Hennes & Mauritz; Hennes & Mauritz | HM-B | 10.4 | short: h&m; hennes & mauritz; hennes mauritz; h and m | brand: cos clothing
AB Volvo; Volvo | VOLV-B VOLV-A | 10.7 | short: volvo trucks; volvo group; volvo
Volvo Car; Volvo Cars | VOLCAR-B | 10 | short: volvo cars
Telefonaktiebolaget LM Ericsson; Ericsson | ERIC-B ERIC-A ERIC@US | 10.4 | short: ericsson; lm ericsson
Atlas Copco | ATCO-A ATCO-B | 10.9
Investor; Investor AB | INVE-B INVE-A | 10.9
Spotify | SPOT@US | 11.1
Sandvik | SAND | 10.4
AB Electrolux; Electrolux | ELUX-B | 9.3 | short: electrolux | brand: aeg; frigidaire
Skandinaviska Enskilda Banken | SEB-A SEB-C | 10.5 | short: seb
Swedbank | SWED-A | 10.4
Svenska Handelsbanken | SHB-A SHB-B | 10.4 | short: handelsbanken
Nordea Bank; Nordea Bank Abp | NDA-SE NDA-FI@FI NDA-DK@DK | 10.7 | short: nordea
ASSA ABLOY; Assa Abloy | ASSA-B | 10.6 | brand: yale locks
Essity | ESSITY-B | 10.2 | brand: tork; tempo tissues; libero | former: sca hygiene
EQT; EQT AB | EQT | 10.6
Evolution; Evolution Gaming Group; Evolution AB | EVO | 10.2 | former: evolution gaming
Saab; SAAB | SAAB-B | 10.4
Telia Company | TELIA | 10.1 | former: teliasonera | short: telia
SKF; AB SKF | SKF-B SKF-A | 10 | former: svenska kullagerfabriken
Hexagon | HEXA-B | 10.5

@equity DK
Novo Nordisk | NOVO-B NVO@US | 11.5 | short: novo | brand: ozempic; wegovy; rybelsus; victoza
A.P. Møller - Mærsk; A.P. Moller - Maersk; A.P. Møller Mærsk; A P Moller Maersk; AP Moller - Maersk | MAERSK-B MAERSK-A | 10.4 | short: maersk; ap moller maersk; moller maersk; møller mærsk
Ørsted; Orsted | ORSTED | 10.3 | former: dong energy; dong; danish oil and natural gas
Vestas Wind Systems | VWS | 10.3 | short: vestas
Carlsberg | CARL-B CARL-A | 10.2 | brand: tuborg; kronenbourg
DSV | DSV | 10.7 | former: dsv panalpina; panalpina; db schenker
Danske Bank | DANSKE | 10.5
Coloplast | COLO-B | 10.4
Pandora | PNDORA | 10.1 | brand: pandora jewelry; pandora jewellery
Genmab | GMAB GMAB@US | 10.2
Novonesis; Novozymes | NSIS-B NZYM-B | 10.4 | former: novozymes; chr. hansen; christian hansen
GN Store Nord | GN | 9.4 | brand: jabra
Demant; William Demant Holding | DEMANT | 9.9 | brand: oticon

@equity NO
Equinor | EQNR EQNR@US | 10.8 | former: statoil; statoilhydro | ticker: STO STL
DNB Bank; DNB | DNB | 10.5 | former: den norske bank
Telenor | TEL | 10.3
Norsk Hydro | NHY | 10.2 | short: hydro norway
Yara International | YAR | 9.9 | short: yara
Mowi; Marine Harvest | MOWI | 10 | former: marine harvest
Orkla | ORK | 10
Kongsberg Gruppen | KOG | 10.5 | short: kongsberg
Aker BP | AKRBP | 10.2 | former: det norske oljeselskap
Frontline | FRO FRO@US | 9.7

@equity FI
Nokia; Nokia Oyj | NOKIA NOK@US | 10.5 | former: alcatel-lucent; alcatel lucent; alcatel
KONE; Kone | KNEBV | 10.5
Sampo | SAMPO | 10.5
Neste; Neste Oyj | NESTE | 10.1 | former: neste oil
UPM-Kymmene | UPM | 10.2 | short: upm
Stora Enso | STERV STEAV | 9.9
Fortum | FORTUM | 10.2
Amer Sports | AS@US | 10.3 | brand: arc'teryx; arcteryx; salomon; wilson sporting goods

@equity JP
Toyota Motor; Toyota | 7203 TM@US | 11.5 | short: toyota | brand: lexus; toyota prius; hino
Sony Group; Sony; Sony Group Corporation | 6758 SONY@US | 11.2 | short: sony | brand: playstation; ps5; sony pictures; columbia pictures; sony music; crunchyroll
Mitsubishi UFJ Financial Group | 8306 MUFG@US | 11.2 | short: mufg; mitsubishi ufj; bank of tokyo mitsubishi | former: bank of tokyo-mitsubishi
Sumitomo Mitsui Financial Group | 8316 SMFG@US | 11 | short: smfg; sumitomo mitsui; smbc
Mizuho Financial Group | 8411 MFG@US | 10.8 | short: mizuho | former: dai-ichi kangyo
Nintendo; Nintendo Company; Nintendo Co. | 7974 NTDOY@US | 10.9 | brand: nintendo switch; super mario; zelda; pokemon
SoftBank Group | 9984 | 11 | short: softbank | brand: vision fund; arm softbank
SoftBank; SoftBank Corp. | 9434 | 10.8 | short: softbank corp; softbank mobile
Keyence | 6861 | 11
Fast Retailing | 9983 | 11 | brand: uniqlo; gu clothing; theory clothing
Tokyo Electron | 8035 | 10.9 | short: tel japan
Honda Motor; Honda | 7267 HMC@US | 10.7 | short: honda | brand: acura
Nissan Motor; Nissan | 7201 | 10 | short: nissan | brand: infiniti; datsun
Mazda Motor | 7261 | 9.7 | short: mazda
Subaru; SUBARU | 7270 | 10.2 | former: fuji heavy industries
Suzuki Motor | 7269 | 10.4 | short: suzuki
Mitsubishi Motors | 7211 | 9.6
Isuzu Motors | 7202 | 10 | short: isuzu
Yamaha Motor | 7272 | 9.9
Kawasaki Heavy Industries | 7012 | 10.1 | short: kawasaki; khi
Mitsubishi Heavy Industries | 7011 | 10.9 | short: mhi
Mitsubishi; Mitsubishi Corporation | 8058 | 10.9 | short: mitsubishi; mitsubishi corp
Mitsui & Co.; Mitsui & Company; Mitsui | 8031 | 10.8 | short: mitsui
ITOCHU; Itochu | 8001 | 10.9 | short: c. itoh | brand: familymart
Sumitomo; Sumitomo Corporation | 8053 | 10.5
Marubeni | 8002 | 10.5
Hitachi | 6501 | 11.1
Panasonic Holdings; Panasonic; Panasonic Corporation | 6752 | 10.4 | former: matsushita; matsushita electric; matsushita electric industrial | brand: sanyo; technics
Sharp | 6753 | 9.5
Toshiba | 6502 | 10.2
Canon | 7751 | 10.5
Nikon | 7731 | 9.6
FUJIFILM Holdings; Fujifilm Holdings | 4901 | 10.4 | short: fujifilm; fuji film; fuji photo film | brand: instax
Olympus | 7733 | 10.1
Ricoh; Ricoh Company | 7752 | 9.7
Fujitsu | 6702 | 10.6
NEC; NEC Corporation | 6701 | 10.5
Murata Manufacturing | 6981 | 10.5 | short: murata
Nidec | 6594 | 10.3 | short: nihon densan
FANUC; Fanuc | 6954 | 10.5
SMC; SMC Corporation | 6273 | 10.4
Kyocera; KYOCERA | 6971 | 10.3
TDK | 6762 | 10.4
Denso; DENSO | 6902 | 10.6
Bridgestone | 5108 | 10.5 | brand: firestone
Shin-Etsu Chemical; Shin Etsu Chemical | 4063 | 10.8 | short: shin-etsu; shin etsu
Takeda Pharmaceutical; Takeda Pharmaceutical Company | 4502 TAK@US | 10.7 | short: takeda | former: shire; shire plc
Astellas Pharma | 4503 | 10.3 | short: astellas | former: yamanouchi
Daiichi Sankyo; Daiichi Sankyo Company | 4568 | 10.7 | short: daiichi | brand: enhertu
Chugai Pharmaceutical | 4519 | 10.9 | short: chugai
Eisai | 4523 | 9.9 | brand: leqembi
Shiseido; Shiseido Company | 4911 | 9.9
Kao | 4452 | 10.3 | brand: jergens; biore
Unicharm; Unicharm Corporation | 8113 | 10.2
Seven & i Holdings; Seven & I Holdings | 3382 | 10.5 | short: 7-eleven; 7 eleven; seven eleven; 7-11; seven & i
AEON; Aeon | 8267 | 10.5
Oriental Land; Oriental Land Company | 4661 | 10.6 | brand: tokyo disneyland; tokyo disney
Recruit Holdings | 6098 | 10.9 | short: recruit | brand: indeed; glassdoor
Rakuten Group; Rakuten | 4755 | 10.1 | short: rakuten | brand: rakuten kobo; viber
LY Corporation; LY; Z Holdings | 4689 | 10.4 | short: line yahoo | former: yahoo japan; z holdings
Nippon Telegraph and Telephone; NTT; Nippon Telegraph & Telephone | 9432 | 10.9 | short: ntt | brand: docomo; ntt docomo; ntt data
KDDI | 9433 | 10.8 | brand: au kddi
Japan Tobacco | 2914 | 10.8 | short: jti | brand: winston; mevius
Asahi Group Holdings; Asahi Group | 2502 | 10.3 | short: asahi; asahi beer | brand: peroni
Kirin Holdings; Kirin Holdings Company | 2503 | 10.1 | short: kirin
Suntory Beverage & Food | 2587 | 10 | short: suntory
Ajinomoto; Ajinomoto Co. | 2802 | 10.4
Nomura Holdings | 8604 NMR@US | 10.3 | short: nomura
Daiwa Securities Group | 8601 | 10 | short: daiwa
ORIX; Orix | 8591 IX@US | 10.4
Tokio Marine Holdings | 8766 | 10.9 | short: tokio marine; tokyo marine
Dai-ichi Life Holdings; Dai-ichi Life | 8750 | 10.4 | short: dai-ichi life; daiichi life
Japan Post Holdings | 6178 | 10.4 | short: japan post
Central Japan Railway; Central Japan Railway Company | 9022 | 10.4 | short: jr central; jr tokai
East Japan Railway; East Japan Railway Company | 9020 | 10.4 | short: jr east
ANA Holdings | 9202 | 10 | short: ana; all nippon airways
Japan Airlines | 9201 | 9.9 | short: jal
Komatsu | 6301 | 10.5
Kubota | 6326 | 10.2
Daikin Industries; DAIKIN INDUSTRIES | 6367 | 10.6 | short: daikin
HOYA; Hoya | 7741 | 10.7
Terumo | 4543 | 10.4
Advantest | 6857 | 10.9
Lasertec | 6920 | 10.1
Renesas Electronics | 6723 | 10.4 | short: renesas
Disco; DISCO | 6146 | 10.5
Nippon Steel; Nippon Steel Corporation | 5401 | 10.4 | former: nippon steel & sumitomo metal
Bandai Namco Holdings; BANDAI NAMCO Holdings | 7832 | 10.3 | short: bandai; bandai namco; namco | brand: gundam
Konami Group; Konami Holdings; KONAMI HOLDINGS | 9766 | 10.3 | short: konami
Capcom; CAPCOM | 9697 | 10.1 | brand: resident evil; street fighter; monster hunter
Square Enix Holdings | 9684 | 9.9 | short: square enix | brand: final fantasy
Sega Sammy Holdings; SEGA SAMMY HOLDINGS | 6460 | 9.6 | short: sega
Nexon; NEXON | 3659 | 10.1
Ryohin Keikaku | 7453 | 10 | brand: muji
ASICS; Asics | 7936 | 10.3 | brand: onitsuka tiger
Shimano | 7309 | 10.1
Mercari | 4385 | 9.5

@equity CN/HK/KY
Tencent Holdings; Tencent | 0700@HK 700@HK TCEHY@US | 11.7 | short: tencent | brand: wechat; weixin; qq; tencent music; supercell; riot games; honor of kings
Alibaba Group Holding; Alibaba Group; Alibaba | BABA@US 9988@HK | 11.5 | short: alibaba; ali baba | brand: taobao; tmall; aliexpress; lazada; alipay; ant group; ant financial; ele.me
PDD Holdings; Pinduoduo | PDD@US | 11.2 | former: pinduoduo | brand: temu
JD.com; JD com | JD@US 9618@HK | 10.7 | short: jd; jingdong | former: 360buy
Baidu | BIDU@US 9888@HK | 10.5 | brand: iqiyi; apollo go; ernie bot
Meituan; Meituan Dianping | 3690@HK | 10.9 | former: meituan dianping | brand: dianping; mobike
NetEase | NTES@US 9999@HK | 10.9 | short: net ease; netease
Xiaomi; Xiaomi Corporation | 1810@HK | 11.1 | short: mi phone | brand: redmi; poco
BYD; BYD Company | 1211@HK 002594 BYDDY@US | 11.1 | short: byd; build your dreams
Geely Automobile Holdings | 0175@HK 175@HK | 10.4 | short: geely | brand: zeekr; lynk & co
NIO | NIO@US 9866@HK | 10.1
XPeng; Xpeng | XPEV@US 9868@HK | 10.3 | short: xiaopeng
Li Auto | LI@US 2015@HK | 10.4 | former: chehejia; lixiang
Trip.com Group; Trip.com; Ctrip.com International | TCOM@US 9961@HK | 10.7 | short: trip.com | former: ctrip | brand: skyscanner
Bilibili | BILI@US 9626@HK | 9.9 | short: b station
Kuaishou Technology | 1024@HK | 10.5 | short: kuaishou | brand: kwai
Tencent Music Entertainment Group | TME@US | 10.5 | short: tencent music
Lenovo Group | 0992@HK 992@HK | 10.2 | short: lenovo | former: legend holdings lenovo | brand: motorola mobility; thinkpad
Haier Smart Home | 600690 6690@HK | 10.4 | short: haier | former: qingdao haier | brand: ge appliances; candy appliances
Midea Group | 000333 0300@HK | 10.8 | short: midea | brand: kuka
Gree Electric Appliances; Gree Electric Appliances Inc. of Zhuhai; Gree Electric Appliances Inc of Zhuhai | 000651 | 10.5 | short: gree
Kweichow Moutai; Kweichow Moutai Co. | 600519 | 11.3 | short: moutai; maotai; kweichow moutai; guizhou maotai
Wuliangye Yibin | 000858 | 10.9 | short: wuliangye
Contemporary Amperex Technology; Contemporary Amperex Technology Co., Limited | 300750 3750@HK | 11.3 | short: catl
Industrial and Commercial Bank of China; Industrial & Commercial Bank of China | 1398@HK 601398 | 11.5 | short: icbc
China Construction Bank; China Construction Bank Corporation | 0939@HK 939@HK 601939 | 11.4 | short: ccb
Agricultural Bank of China | 1288@HK 601288 | 11.4 | short: abc bank; agbank
Bank of China | 3988@HK 601988 | 11.2 | short: boc
Bank of Communications | 3328@HK 601328 | 10.9 | short: bocom
China Merchants Bank | 3968@HK 600036 | 11.2 | short: cmb
Postal Savings Bank of China | 1658@HK 601658 | 10.9 | short: psbc
Ping An Insurance (Group) Company of China; Ping An Insurance Company of China; Ping An Insurance (Group) Company of China, Ltd. | 2318@HK 601318 | 11 | short: ping an; pingan
China Life Insurance; China Life Insurance Company | 2628@HK 601628 | 11 | short: china life
Hong Kong Exchanges and Clearing; Hong Kong Exchanges & Clearing | 0388@HK 388@HK | 10.8 | short: hkex; hong kong exchange; hong kong stock exchange
AIA Group | 1299@HK | 11 | short: aia
CK Hutchison Holdings | 0001@HK 1@HK | 10.4 | former: hutchison whampoa; cheung kong; cheung kong holdings | short: ckh; ck hutchison | brand: watsons
CK Asset Holdings | 1113@HK | 10.2 | former: cheung kong property
CLP Holdings | 0002@HK 2@HK | 10.3 | former: china light & power; china light and power
MTR; MTR Corporation | 0066@HK 66@HK | 10.3 | short: mtr
Sun Hung Kai Properties | 0016@HK 16@HK | 10.5 | short: shkp; sun hung kai
Cathay Pacific Airways | 0293@HK 293@HK | 9.9 | short: cathay; cathay pacific
Galaxy Entertainment Group | 0027@HK 27@HK | 10.3 | short: galaxy macau
Sands China | 1928@HK | 10.2
Anta Sports Products; ANTA Sports Products | 2020@HK | 10.5 | short: anta | brand: fila china
Li Ning; Li Ning Company | 2331@HK | 9.8
Pop Mart International Group | 9992@HK | 10.6 | short: pop mart; popmart | brand: labubu
China Mobile | 0941@HK 941@HK 600941 | 11.3 | former: china telecom hong kong
China Telecom; China Telecom Corporation | 0728@HK 728@HK 601728 | 10.9
China Unicom (Hong Kong); China Unicom Hong Kong | 0762@HK 762@HK | 10.6 | short: china unicom
PetroChina; PetroChina Company | 0857@HK 857@HK 601857 | 11.3 | short: petro china; cnpc
China Petroleum & Chemical; China Petroleum & Chemical Corporation | 0386@HK 386@HK 600028 | 10.9 | short: sinopec; sinopec corp
CNOOC | 0883@HK 883@HK 600938 | 11.1 | short: china national offshore oil
China Shenhua Energy; China Shenhua Energy Company | 1088@HK 601088 | 11 | short: shenhua
Semiconductor Manufacturing International | 0981@HK 981@HK 688981 | 10.9 | short: smic
Sunny Optical Technology (Group) Company; Sunny Optical Technology | 2382@HK | 10.1 | short: sunny optical
ZTE; ZTE Corporation | 000063 0763@HK 763@HK | 10.4
Hangzhou Hikvision Digital Technology | 002415 | 10.6 | short: hikvision
BOE Technology Group | 000725 | 10.3 | short: boe
LONGi Green Energy Technology; LONGi Green Energy Technology Co., Ltd.; Longi Green Energy Technology | 601012 | 10.3 | short: longi
Cambricon Technologies; Cambricon Technologies Corporation | 688256 | 10.9 | short: cambricon
Foxconn Industrial Internet | 601138 | 11 | short: fii; foxconn industrial
China Yangtze Power | 600900 | 11 | short: yangtze power | brand: three gorges
China Vanke | 000002 2202@HK | 9.9 | short: vanke
China Evergrande Group | 3333@HK | 8 | short: evergrande
Country Garden Holdings; Country Garden Holdings Company | 2007@HK | 8.5 | short: country garden
Zijin Mining Group; Zijin Mining Group Company | 601899 2899@HK | 11 | short: zijin
WuXi AppTec | 603259 2359@HK | 10.5
Luckin Coffee | LKNCY@US | 10
New Oriental Education & Technology Group | EDU@US 9901@HK | 9.9 | short: new oriental
TAL Education Group | TAL@US | 9.8
KE Holdings | BEKE@US 2423@HK | 10.3 | short: beike; lianjia
ZTO Express (Cayman); ZTO Express | ZTO@US 2057@HK | 10.2 | short: zto
S.F. Holding; SF Holding | 002352 | 10.4 | short: sf express
Yum China Holdings | YUMC@US 9987@HK | 10.3 | short: yum china
H World Group; Huazhu Group | HTHT@US 1179@HK | 10.1 | former: huazhu; china lodging
Techtronic Industries; Techtronic Industries Company | 0669@HK 669@HK | 10.3 | short: tti | brand: ryobi; milwaukee tool; hoover
WH Group | 0288@HK 288@HK | 10.1 | brand: smithfield; smithfield foods | former: shuanghui
Samsonite Group; Samsonite International | 1910@HK | 9.5 | short: samsonite | brand: tumi

@equity TW
Taiwan Semiconductor Manufacturing; Taiwan Semiconductor Manufacturing Company; Taiwan Semiconductor Manufacturing Company Limited | 2330 TSM@US | 12.1 | short: tsmc; taiwan semi; taiwan semiconductor
Hon Hai Precision Industry; Hon Hai Precision Industry Co., Ltd. | 2317 | 10.9 | short: foxconn; hon hai
MediaTek | 2454 | 10.8 | short: media tek
United Microelectronics | 2303 UMC@US | 10.3 | short: umc
ASUSTeK Computer | 2357 | 10.2 | short: asus
Acer; Acer Incorporated | 2353 | 9.5
HTC; HTC Corporation | 2498 | 9.1
Delta Electronics | 2308 | 10.8
Quanta Computer | 2382 | 10.5 | short: quanta
Largan Precision; LARGAN Precision | 3008 | 10 | short: largan
ASE Technology Holding | 3711 ASX@US | 10.4 | short: ase | former: advanced semiconductor engineering
Evergreen Marine; Evergreen Marine Corporation (Taiwan); Evergreen Marine Corporation | 2603 | 10.1 | short: evergreen

@equity KR
Samsung Electronics | 005930 SMSN@GB | 11.7 | short: samsung | brand: galaxy phone; samsung galaxy; harman
SK hynix; SK Hynix | 000660 | 11.5 | short: hynix; sk hynix | former: hyundai electronics
Hyundai Motor; Hyundai Motor Company | 005380 HYUD@GB | 10.6 | short: hyundai | brand: genesis motor; ioniq
Kia; Kia Corporation; Kia Motors | 000270 | 10.5 | short: kia motors
LG Electronics | 066570 | 10 | short: lg | former: goldstar
LG Energy Solution | 373220 | 10.8 | short: lges
LG Chem | 051910 | 10.2
Samsung SDI | 006400 | 10.1
Samsung Biologics; Samsung Biologics Co.,Ltd. | 207940 | 10.7
NAVER; Naver | 035420 | 10.4 | brand: webtoon; line messenger
Kakao | 035720 | 10.2 | brand: kakaotalk; kakao talk
POSCO Holdings; POSCO | 005490 PKX@US | 10.3 | short: posco | former: pohang iron & steel; pohang iron and steel
KB Financial Group | 105560 KB@US | 10.5 | short: kookmin; kookmin bank; kb kookmin
Shinhan Financial Group | 055550 SHG@US | 10.4 | short: shinhan
Celltrion | 068270 | 10.4
Hyundai Mobis | 012330 | 10.2
Coupang | CPNG@US | 10.7
Krafton; KRAFTON | 259960 | 10 | brand: pubg
HYBE | 352820 | 9.9 | former: big hit entertainment | brand: bts
Korea Electric Power | 015760 KEP@US | 10.2 | short: kepco
Hanwha Aerospace; Hanwha Aerospace Co., Ltd. | 012450 | 10.5 | former: samsung techwin
SK Telecom | 017670 SKM@US | 10 | short: skt

@equity IN
Reliance Industries | RELIANCE | 11.3 | short: reliance; ril | brand: jio; reliance jio
Tata Consultancy Services | TCS | 11.2 | short: tcs
HDFC Bank | HDFCBANK HDB@US | 11.2 | short: hdfc
ICICI Bank | ICICIBANK IBN@US | 11 | short: icici
Infosys | INFY INFY@US | 10.9 | former: infosys technologies
State Bank of India | SBIN | 11 | short: sbi
Bharti Airtel | BHARTIARTL | 11.1 | short: airtel; bharti
ITC; ITC Limited | ITC | 10.8
Hindustan Unilever | HINDUNILVR | 10.8 | short: hul
Larsen & Toubro | LT | 10.8 | short: l&t; larsen; larsen and toubro
Kotak Mahindra Bank | KOTAKBANK | 10.7 | short: kotak
Axis Bank | AXISBANK | 10.6
Bajaj Finance | BAJFINANCE | 10.8
Bajaj Auto | BAJAJ-AUTO | 10.5
Maruti Suzuki India | MARUTI | 10.7 | short: maruti; maruti suzuki
Mahindra & Mahindra | M&M | 10.7 | short: m&m; mahindra
Tata Motors | TATAMOTORS TTM@US TMPV | 10.6 | short: telco tata | brand: jaguar; land rover; jaguar land rover; jlr; range rover
Tata Steel | TATASTEEL | 10.3 | former: tata iron and steel; tisco; corus
Sun Pharmaceutical Industries | SUNPHARMA | 10.7 | short: sun pharma
Wipro | WIPRO WIT@US | 10.4
HCL Technologies | HCLTECH | 10.7 | short: hcl; hcl tech
Tech Mahindra | TECHM | 10.2 | former: satyam
Asian Paints | ASIANPAINT | 10.4
UltraTech Cement | ULTRACEMCO | 10.6 | short: ultratech
Titan Company; Titan | TITAN | 10.5 | brand: tanishq
Nestlé India; Nestle India | NESTLEIND | 10.3
Adani Enterprises | ADANIENT | 10.5 | short: adani
Adani Ports and Special Economic Zone | ADANIPORTS | 10.5 | short: adani ports
Oil and Natural Gas Corporation; Oil and Natural Gas; Oil & Natural Gas | ONGC | 10.5 | short: ongc
NTPC; NTPC Limited | NTPC | 10.6 | former: national thermal power
Power Grid Corporation of India | POWERGRID | 10.5 | short: power grid
Coal India | COALINDIA | 10.4
Indian Oil; Indian Oil Corporation | IOC | 10.3 | short: ioc; indian oil
Hindustan Aeronautics | HAL | 10.5 | short: hal
Life Insurance Corporation of India | LICI | 10.8 | short: lic; lic india
Eternal; Zomato | ETERNAL ZOMATO | 10.4 | former: zomato | brand: blinkit
One 97 Communications | PAYTM | 9.8 | brand: paytm
FSN E-Commerce Ventures | NYKAA | 9.8 | brand: nykaa
InterGlobe Aviation | INDIGO | 10.4 | brand: indigo; indigo airlines
Dr. Reddy's Laboratories; Dr Reddys Laboratories | DRREDDY RDY@US | 10.1 | short: dr reddy; dr reddys
Cipla | CIPLA | 10.2
Hindalco Industries | HINDALCO | 10.2 | short: hindalco | brand: novelis
JSW Steel | JSWSTEEL | 10.4
Vedanta | VEDL | 10.2 | former: sesa goa; sterlite
Hero MotoCorp | HEROMOTOCO | 10.2 | former: hero honda
Eicher Motors | EICHERMOT | 10.3 | brand: royal enfield
Vodafone Idea | IDEA | 9.9 | short: vi | former: idea cellular
Yes Bank | YESBANK | 9.8
LTIMindtree; LTI Mindtree | LTIM | 10.3 | former: mindtree; larsen & toubro infotech

@equity BR
Petróleo Brasileiro - Petrobras; Petroleo Brasileiro S.A. - Petrobras; Petróleo Brasileiro; Petroleo Brasileiro Petrobras; Petroleo Brasileiro | PETR4 PETR3 PBR@US PBR.A@US | 10.9 | short: petrobras; petroleo brasileiro
Vale; VALE | VALE3 VALE@US | 10.7 | former: companhia vale do rio doce; cvrd; vale do rio doce
Itaú Unibanco Holding; Itau Unibanco Holding; Itau Unibanco Banco Holding | ITUB4 ITUB3 ITUB@US | 10.8 | short: itau; itaú; itau unibanco
Banco Bradesco | BBDC4 BBDC3 BBD@US BBDO@US | 10.4 | short: bradesco
Banco do Brasil | BBAS3 | 10.3
Banco Santander (Brasil); Banco Santander Brasil | SANB11 SANB3 SANB4 BSBR@US | 10.3 | short: santander brasil
Ambev | ABEV3 ABEV@US | 10.5 | former: brahma; antarctica; companhia de bebidas das americas
Nu Holdings | NU@US | 10.9 | short: nubank; nu bank
B3 S.A. - Brasil, Bolsa, Balcão; B3 - Brasil Bolsa Balcao; B3 S.A Brasil Bolsa Balcão | B3SA3 | 10.1 | short: b3 | former: bm&fbovespa
WEG | WEGE3 | 10.4
Eletrobras; Centrais Elétricas Brasileiras; Centrais Eletricas Brasileiras; Axia Energia | ELET3 ELET6 AXIA3 EBR@US AXIA@US | 10.3 | short: eletrobras
JBS; JBS N.V. | JBSS3 JBS@US | 10.2 | brand: swift; pilgrim's
Embraer | EMBR3 EMBJ3 ERJ@US EMBJ@US | 10.2
Suzano | SUZB3 SUZ@US | 10.1
Gerdau | GGBR4 GGB@US | 9.8
Magazine Luiza | MGLU3 | 9.1 | short: magalu
Localiza Rent a Car | RENT3 | 10 | short: localiza
MercadoLibre | MELI@US | 11.1 | short: mercado libre; mercado livre; mercadolivre | brand: mercado pago
StoneCo | STNE@US | 9.6
XP; XP Inc | XP@US | 10
Companhia Siderúrgica Nacional; Companhia Siderurgica Nacional; National Steel Company | CSNA3 SID@US | 9.4 | short: csn
Natura &Co Holding; Natura Cosméticos; Natura | NTCO3 NATU3 | 9.4 | former: natura &co | brand: avon

@equity CA
Royal Bank of Canada | RY RY@US | 11.3 | short: rbc; royal bank; royal bk canada
Toronto-Dominion Bank; The Toronto-Dominion Bank; Toronto Dominion Bank; Toronto Dominion Bank (The) | TD TD@US | 11.1 | short: td; td bank; toronto dominion
Bank of Montreal | BMO BMO@US | 10.9 | short: bmo
Bank of Nova Scotia; The Bank of Nova Scotia; Bank of Nova Scotia (The); Bank Nova Scotia Halifax Pfd 3 | BNS BNS@US | 10.9 | short: scotiabank; scotia bank; bns
Canadian Imperial Bank of Commerce | CM CM@US | 10.9 | short: cibc
National Bank of Canada | NA | 10.6
Shopify | SHOP SHOP@US | 11.3
Canadian National Railway; Canadian National Railway Company | CNR CNI@US | 10.8 | short: cn rail; canadian national
Canadian Pacific Kansas City; Canadian Pacific Railway | CP CP@US | 10.9 | short: cpkc | former: canadian pacific; canadian pacific railway; kansas city southern
Enbridge | ENB ENB@US | 11 | brand: spectra energy
TC Energy; TC Energy Corporation | TRP TRP@US | 10.7 | former: transcanada; trans canada
Suncor Energy | SU SU@US | 10.7 | short: suncor | brand: petro-canada; petro canada
Canadian Natural Resources | CNQ CNQ@US | 10.8 | short: cnrl
Cenovus Energy | CVE CVE@US | 10.5 | short: cenovus | former: husky energy
Ovintiv | OVV OVV@US | 10 | former: encana
Imperial Oil | IMO IMO@US | 10.6
Brookfield; Brookfield Corporation | BN BN@US | 11 | short: brookfield
Brookfield Asset Management | BAM BAM@US | 10.9
Manulife Financial; Manulife Financial Corporation | MFC MFC@US | 10.8 | short: manulife | brand: john hancock
Sun Life Financial | SLF SLF@US | 10.5 | short: sun life
BCE; BCE Inc | BCE BCE@US | 10.3 | short: bell canada | former: bell canada enterprises
TELUS; Telus | T TU@US | 10.3
Rogers Communications | RCI.B RCI-B RCI@US | 10.2 | short: rogers | brand: shaw communications
Barrick Mining; Barrick Gold; Barrick Gold Corporation; Barrick Mining Corporation | ABX B@US GOLD@US | 10.9 | former: barrick gold; randgold | short: barrick | ticker: ABX
Agnico Eagle Mines | AEM AEM@US | 11 | short: agnico
Wheaton Precious Metals | WPM WPM@US | 10.8 | former: silver wheaton
Franco-Nevada; Franco Nevada | FNV FNV@US | 10.7
Kinross Gold | K KGC@US | 10.5
Nutrien | NTR NTR@US | 10.5 | former: potash corp; agrium; potashcorp; potash corporation of saskatchewan
Teck Resources | TECK.B TECK-B TECK@US | 10.3 | short: teck
Cameco | CCO CCJ@US | 10.6
Magna International | MG MGA@US | 10.1 | short: magna
Alimentation Couche-Tard; Alimentation Couche Tard | ATD ATD.B ATD-B | 10.7 | short: couche-tard; couche tard | brand: circle k
Loblaw Companies; Loblaw Companies Limited | L | 10.6 | short: loblaw; loblaws
Restaurant Brands International | QSR QSR@US | 10.4 | short: rbi | brand: burger king; tim hortons; popeyes; tims; firehouse subs
Canadian Tire; Canadian Tire Corporation | CTC.A CTC-A | 9.8
Dollarama | DOL | 10.5
Lululemon | LULU@US | 10.4
Thomson Reuters; Thomson Reuters Corporation | TRI TRI@US | 10.8 | short: reuters; thomson | brand: westlaw
CGI | GIB.A GIB-A GIB@US | 10.3
Constellation Software | CSU | 10.8
Open Text | OTEX OTEX@US | 9.9 | short: opentext
BlackBerry | BB BB@US | 9.4 | former: research in motion; rim
Bombardier | BBD.B BBD-B | 10.2 | brand: learjet
Air Canada | AC | 9.7
Bausch Health Companies; Bausch Health | BHC BHC@US | 9.4 | former: valeant; valeant pharmaceuticals; biovail
Canopy Growth | WEED CGC@US | 8.6 | former: tweed marijuana | short: canopy
Tilray Brands | TLRY TLRY@US | 9 | short: tilray | former: aphria
Waste Connections | WCN WCN@US | 10.7
Fairfax Financial Holdings | FFH | 10.6 | short: fairfax
Power Corporation of Canada | POW | 10.4 | short: power corp
Great-West Lifeco | GWO | 10.5
Fortis; Fortis Inc | FTS FTS@US | 10.4

@equity AU/NZ
BHP Group; BHP; BHP Billiton | BHP BHP@US | 11.2 | former: bhp billiton; broken hill proprietary; billiton | short: bhp
Commonwealth Bank of Australia | CBA | 11.2 | short: cba; commonwealth bank; commbank; commonwealth bk australia
CSL | CSL | 10.9 | former: commonwealth serum laboratories
National Australia Bank | NAB | 10.9 | short: nab
Westpac Banking; Westpac Banking Corporation | WBC | 10.9 | short: westpac
ANZ Group Holdings; Australia and New Zealand Banking Group; Australia & New Zealand Banking Group; ANZ Group | ANZ | 10.8 | short: anz; anz bank; australia new zealand bank
Macquarie Group | MQG | 10.7 | short: macquarie; mac bank
Wesfarmers | WES | 10.8 | brand: bunnings; kmart australia
Woolworths Group | WOW | 10.4 | short: woolies; woolworths
Coles Group | COL | 10.3 | short: coles
Telstra Group; Telstra Corporation; Telstra | TLS | 10.6
Fortescue; Fortescue Metals Group | FMG | 10.6 | former: fortescue metals; fmg
Woodside Energy Group; Woodside Petroleum; Woodside Energy | WDS WDS@US WPL | 10.5 | former: woodside petroleum | short: woodside
Santos | STO | 10.2
Transurban Group | TCL | 10.4 | short: transurban
Goodman Group | GMG | 10.6
Qantas Airways | QAN | 10 | short: qantas
Aristocrat Leisure | ALL | 10.4 | short: aristocrat
James Hardie Industries | JHX JHX@US | 10.1 | short: james hardie
Brambles | BXB | 10.3 | brand: chep
Amcor | AMC AMCR@US | 10.2
Atlassian; Atlassian Corporation | TEAM@US | 10.6 | brand: jira; confluence; trello
Xero | XRO | 10.2
WiseTech Global | WTC | 10.3
REA Group | REA | 10.3 | short: realestate.com.au
Block CDI | SQ2 | 10.7 | former: afterpay
Cochlear | COH | 10.1
ResMed | RMD RMD@US | 10.6
Newmont CDI | NEM | 10.9 | former: newcrest
Pilbara Minerals; PLS Group | PLS | 9.9
Scentre Group | SCG | 10.1 | brand: westfield
Origin Energy | ORG | 10.1
QBE Insurance Group | QBE | 10.3 | short: qbe
Fisher & Paykel Healthcare; Fisher & Paykel Healthcare Corporation | FPH | 10.1

@equity SG
Sea; Sea Limited | SE@US | 10.9 | short: sea ltd; sea group | former: garena | brand: shopee; free fire
Grab Holdings | GRAB@US | 10.3 | short: grab
DBS Group Holdings | D05 | 11 | short: dbs | former: development bank of singapore
Oversea-Chinese Banking; Oversea-Chinese Banking Corporation; Oversea-Chinese Banking Corporation Limited | O39 | 10.8 | short: ocbc
United Overseas Bank | U11 | 10.6 | short: uob
Singapore Airlines | C6L | 10.2 | short: sia; singapore air
Singapore Telecommunications | Z74 | 10.7 | short: singtel
Wilmar International | F34 | 10.1 | short: wilmar
CapitaLand Investment | 9CI | 10 | short: capitaland
Keppel; Keppel Corporation | BN4 | 10.1

@equity IL
Teva Pharmaceutical Industries | TEVA TEVA@US | 10.4 | short: teva
Check Point Software Technologies | CHKP@US | 10.3 | short: checkpoint; check point
Mobileye Global | MBLY@US | 10.1 | short: mobileye
CyberArk Software | CYBR@US | 10.3 | short: cyberark
Wix.com | WIX@US | 9.9 | short: wix
monday.com | MNDY@US | 9.9 | short: monday

@equity MX
América Móvil; America Movil | AMXB AMXL AMX@US | 10.8 | short: america movil | brand: telcel; telmex; claro
Wal-Mart de México; Wal-Mart de Mexico; Wal-Mart de México, S.A.B. de C.V. | WALMEX | 10.7 | short: walmex; walmart mexico
Fomento Económico Mexicano; Fomento Economico Mexicano | FEMSAUBD FMX@US | 10.5 | short: femsa | brand: oxxo
Grupo Bimbo | BIMBOA | 10.1 | short: bimbo
Cemex; CEMEX | CEMEXCPO CX@US | 10
Grupo Financiero Banorte | GFNORTEO | 10.4 | short: banorte
Grupo Televisa | TLEVISACPO TV@US | 9.2 | short: televisa
Grupo México; Grupo Mexico | GMEXICOB | 10.6

@equity ZA
Naspers | NPN | 10.7
MTN Group | MTN | 10.2 | short: mtn
Sasol | SOL SSL@US | 9.6
Standard Bank Group | SBK | 10.3 | short: standard bank; stanbic
FirstRand | FSR | 10.4 | short: fnb; first national bank south africa
Gold Fields | GFI GFI@US | 10.5
AngloGold Ashanti | ANG AU@US | 10.5 | short: anglogold
Shoprite Holdings | SHP | 10 | short: shoprite

@equity SA
Saudi Arabian Oil; Saudi Arabian Oil Company; Saudi Aramco | 2222 | 12.2 | short: aramco; saudi aramco; saudi oil
Saudi Basic Industries; Saudi Basic Industries Corporation | 2010 | 10.7 | short: sabic
Al Rajhi Bank; Al Rajhi Banking and Investment Corporation | 1120 | 11 | short: al rajhi

@equity RU
Gazprom; Public Joint Stock Company Gazprom | GAZP | 10.5
Sberbank of Russia | SBER SBERP | 10.8 | short: sberbank; sber
LUKOIL; PJSC LUKOIL; Lukoil | LKOH | 10.6
Rosneft Oil; Rosneft Oil Company | ROSN | 10.7 | short: rosneft
Yandex | YNDX YNDX@US | 10

@equity TR
Türk Hava Yollari Anonim Ortakligi; Turk Hava Yollari Anonim Ortakligi; Türk Hava Yollari | THYAO | 10 | short: turkish airlines
Koç Holding; Koc Holding | KCHOL | 10

@equity AR/UY
YPF; YPF Sociedad Anónima; YPF Sociedad Anonima | YPFD YPF@US | 10.1
Grupo Financiero Galicia | GGAL GGAL@US | 10 | short: galicia

@equity GR/PT/AT/PL
EDP; EDP - Energias de Portugal; EDP Energias de Portugal | EDP@PT | 10.3 | short: energias de portugal
Galp Energia; Galp Energia SGPS | GALP@PT | 10.2 | short: galp
Jerónimo Martins; Jeronimo Martins | JMT@PT | 10.2
Erste Group Bank | EBS@AT | 10.6 | short: erste; erste bank
OMV; OMV Aktiengesellschaft | OMV@AT | 10.2
Raiffeisen Bank International | RBI@AT | 10 | short: raiffeisen
Verbund | VER@AT | 10.4
CD Projekt; CD PROJEKT | CDR@PL | 9.8 | brand: cyberpunk; the witcher

@etf US
SPDR S&P 500 ETF Trust; State Street SPDR S&P 500 ETF Trust | SPY | 11.8 | short: s&p 500 etf; s&p500 etf; sp500 etf; sp 500 etf; spdr s&p 500; s&p etf; spider; spiders; spyders; s&p 500 index fund; s&p tracker; snp 500 etf
Vanguard S&P 500 ETF | VOO | 11.8 | short: vanguard s&p 500; vanguard s&p; vanguard 500; vanguard 500 index; vanguard sp500; vanguard s&p500; s&p 500 etf
iShares Core S&P 500 ETF | IVV | 11.75 | short: ishares s&p 500; ishares core s&p; ishares sp500; blackrock s&p 500; s&p 500 etf
Invesco QQQ Trust; Invesco QQQ Trust Series 1 | QQQ | 11.5 | short: qqq trust; nasdaq 100 etf; nasdaq etf; invesco nasdaq 100; invesco nasdaq; the qs; cubes; nasdaq100 etf; powershares qqq; triple q
Invesco NASDAQ 100 ETF | QQQM | 10.7 | short: nasdaq 100 etf; qqq mini
Vanguard Total Stock Market ETF; Vanguard Total Stock Market Index Fund | VTI | 11.6 | short: vanguard total stock; vanguard total market; total stock market; total us market; total market etf; us stock market etf
Vanguard Total World Stock ETF; Vanguard Total World Stock Index Fund | VT | 10.7 | short: vanguard total world; total world stock; total world; world stock etf; global stock etf; all world etf; vanguard world
Vanguard Total International Stock ETF | VXUS | 11 | short: vanguard total international; total international stock; international stock etf; ex us etf; vanguard international
Vanguard FTSE Developed Markets ETF | VEA | 11.2 | short: developed markets etf; vanguard developed markets
iShares Core MSCI EAFE ETF | IEFA | 11.1
iShares MSCI EAFE ETF | EFA | 10.8 | short: eafe; msci eafe
Vanguard FTSE Emerging Markets ETF | VWO | 11 | short: vanguard emerging markets; emerging markets etf; em etf
iShares Core MSCI Emerging Markets ETF | IEMG | 11 | short: emerging markets etf; ishares core emerging markets
iShares MSCI Emerging Markets ETF | EEM | 10.3 | short: ishares emerging markets; emerging markets etf; msci emerging markets
SPDR Dow Jones Industrial Average ETF Trust; State Street SPDR Dow Jones Industrial Average ETF Trust; SPDR Dow Jones Industrial Average ETF | DIA | 10.6 | short: dow etf; dow jones etf; diamonds etf; dow 30 etf; the dow etf; dow industrials etf; djia etf
iShares Russell 2000 ETF | IWM | 10.9 | short: russell 2000 etf; small cap etf; ishares russell 2000; small caps; us small cap; russell etf
iShares Core S&P Small-Cap ETF | IJR | 10.9 | short: s&p 600 etf; s&p small cap
iShares Core S&P Mid-Cap ETF | IJH | 11 | short: s&p 400 etf; mid cap etf; s&p midcap; s&p mid cap
SPDR S&P MidCap 400 ETF Trust; State Street SPDR S&P MidCap 400 ETF Trust | MDY | 10.3
Vanguard Small-Cap ETF; Vanguard Small Cap ETF | VB | 10.8 | short: vanguard small cap
Vanguard Growth ETF | VUG | 11.2 | short: growth etf
Vanguard Value ETF | VTV | 11.1 | short: value etf
Schwab U.S. Dividend Equity ETF; Schwab US Dividend Equity ETF | SCHD | 10.9 | short: schwab dividend; dividend etf; schwab us dividend
Vanguard Dividend Appreciation ETF | VIG | 10.9 | short: dividend growth etf; vanguard dividend; dividend etf
Vanguard High Dividend Yield ETF | VYM | 10.8 | short: high dividend etf; vanguard high dividend; vanguard high yield dividend; dividend etf
JPMorgan Equity Premium Income ETF | JEPI | 10.6 | short: equity premium income
Invesco S&P 500 Equal Weight ETF | RSP | 10.8 | short: equal weight s&p 500; s&p 500 equal weight; equal weight etf
ProShares S&P 500 Dividend Aristocrats ETF | NOBL | 10 | short: dividend aristocrats
iShares MSCI USA Min Vol Factor ETF | USMV | 10.4 | short: low volatility etf; min vol
iShares 20+ Year Treasury Bond ETF; iShares 20 Plus Year Treasury Bond ETF | TLT | 10.7 | short: 20 year treasury; long term treasury; long bond etf; treasury etf; treasury bond etf; 20+ year treasury; ishares 20 year treasury; us treasury etf; treasuries
iShares 7-10 Year Treasury Bond ETF | IEF | 10.5 | short: 10 year treasury etf; 7-10 year treasury; intermediate treasury
iShares 1-3 Year Treasury Bond ETF | SHY | 10.4 | short: short term treasury; 1-3 year treasury
iShares 0-3 Month Treasury Bond ETF | SGOV | 10.7 | short: t-bill etf; t bill etf; treasury bills; 0-3 month treasury; money market etf
SPDR Bloomberg 1-3 Month T-Bill ETF; State Street SPDR Bloomberg 1-3 Month T-Bill ETF | BIL | 10.6 | short: t-bills; t-bill etf
iShares Core U.S. Aggregate Bond ETF; iShares Core US Aggregate Bond ETF | AGG | 11.1 | short: aggregate bond; us aggregate bond; aggregate bond etf; bond etf
Vanguard Total Bond Market ETF; Vanguard Total Bond Market Index Fund | BND | 11.1 | short: total bond market; vanguard total bond; vanguard bond; bond etf
iShares iBoxx $ High Yield Corporate Bond ETF; iShares iBoxx High Yield Corporate Bond ETF | HYG | 10.3 | short: high yield bond; high yield etf; junk bonds; junk bond etf; high yield corporate bond; high yield
SPDR Bloomberg High Yield Bond ETF; State Street SPDR Bloomberg High Yield Bond ETF | JNK | 9.9 | short: junk bond etf
iShares iBoxx $ Investment Grade Corporate Bond ETF; iShares iBoxx Investment Grade Corporate Bond ETF | LQD | 10.5 | short: corporate bond etf; investment grade bond; corporate bonds; investment grade corporate bond
iShares TIPS Bond ETF | TIP | 10.2 | short: tips etf; inflation protected; inflation bond etf
iShares National Muni Bond ETF | MUB | 10.6 | short: muni etf; muni bond; municipal bond etf; muni bonds
iShares J.P. Morgan USD Emerging Markets Bond ETF; iShares JP Morgan USD Emerging Markets Bond ETF | EMB | 10.2 | short: emerging markets bond; em bond etf; emerging market debt
Vanguard Real Estate ETF; Vanguard Real Estate Index Fund | VNQ | 10.8 | short: real estate etf; reit etf; vanguard real estate; reits; vanguard reit
Technology Select Sector SPDR Fund; Technology Select Sector SPDR ETF; State Street Technology Select Sector SPDR ETF; Technology Select Sector SPDR | XLK | 10.9 | short: tech etf; technology etf; tech sector; tech select; tech sector etf; technology sector; tech spdr
Vanguard Information Technology ETF | VGT | 11 | short: vanguard tech; vanguard technology; vanguard it
Financial Select Sector SPDR Fund; Financial Select Sector SPDR ETF; State Street Financial Select Sector SPDR ETF; Financial Select Sector SPDR | XLF | 10.7 | short: financials etf; financial etf; bank etf; financial sector; financials; financial sector etf; finance etf
Energy Select Sector SPDR Fund; Energy Select Sector SPDR ETF; State Street Energy Select Sector SPDR ETF; Energy Select Sector SPDR | XLE | 10.5 | short: energy etf; energy sector; oil stocks etf; energy select; energy sector etf
Health Care Select Sector SPDR Fund; Health Care Select Sector SPDR ETF; State Street Health Care Select Sector SPDR ETF; Health Care Select Sector SPDR | XLV | 10.6 | short: healthcare etf; health care etf; health sector; health etf; healthcare sector
Consumer Discretionary Select Sector SPDR Fund; Consumer Discretionary Select Sector SPDR ETF; State Street Consumer Discretionary Select Sector SPDR ETF | XLY | 10.4 | short: consumer discretionary etf; consumer discretionary; retail sector etf
Consumer Staples Select Sector SPDR Fund; Consumer Staples Select Sector SPDR ETF; State Street Consumer Staples Select Sector SPDR ETF | XLP | 10.2 | short: consumer staples etf; consumer staples; staples etf
Industrial Select Sector SPDR Fund; Industrial Select Sector SPDR ETF; State Street Industrial Select Sector SPDR ETF | XLI | 10.4 | short: industrials etf; industrial etf; industrials
Utilities Select Sector SPDR Fund; Utilities Select Sector SPDR ETF; State Street Utilities Select Sector SPDR ETF | XLU | 10.3 | short: utilities etf; utility etf; utilities sector
Materials Select Sector SPDR Fund; Materials Select Sector SPDR ETF; State Street Materials Select Sector SPDR ETF | XLB | 9.8 | short: materials etf
Communication Services Select Sector SPDR Fund; Communication Services Select Sector SPDR ETF; State Street Communication Services Select Sector SPDR ETF | XLC | 10.4 | short: communication services etf; communications etf
Real Estate Select Sector SPDR Fund; State Street Real Estate Select Sector SPDR ETF | XLRE | 9.9
VanEck Semiconductor ETF | SMH | 10.5 | short: semiconductor etf; chip etf; semis etf; chips etf; semiconductors etf; vaneck semiconductor; semi etf
iShares Semiconductor ETF; iShares PHLX Semiconductor ETF | SOXX | 10.2 | short: ishares semiconductor; semiconductor etf
SPDR S&P Biotech ETF; State Street SPDR S&P Biotech ETF | XBI | 9.8 | short: biotech etf; biotech; s&p biotech
iShares Biotechnology ETF | IBB | 9.8 | short: biotech etf; biotechnology etf; ishares biotech
SPDR S&P Regional Banking ETF; State Street SPDR S&P Regional Banking ETF | KRE | 9.6 | short: regional bank etf; regional banks; regional banks etf; regional banking
SPDR S&P Retail ETF; State Street SPDR S&P Retail ETF | XRT | 8.7 | short: retail etf
SPDR S&P Homebuilders ETF; State Street SPDR S&P Homebuilders ETF | XHB | 9.2 | short: homebuilders etf; homebuilder etf; homebuilders
SPDR S&P Oil & Gas Exploration & Production ETF; State Street SPDR S&P Oil & Gas Exploration & Production ETF | XOP | 9.4 | short: oil and gas etf; oil & gas etf; oil and gas exploration
VanEck Oil Services ETF | OIH | 9.2 | short: oil services etf; oil services
US Global Jets ETF; U.S. Global Jets ETF | JETS | 9 | short: airline etf; airlines etf; jets etf
iShares U.S. Aerospace & Defense ETF; iShares US Aerospace & Defense ETF | ITA | 10 | short: defense etf; aerospace etf; defence etf; aerospace and defense etf
ARK Innovation ETF | ARKK | 9.9 | short: ark innovation; cathie wood; ark etf; ark invest; ark
ARK Genomic Revolution ETF | ARKG | 9.1 | short: ark genomics; ark genomic
Global X Robotics & Artificial Intelligence ETF | BOTZ | 9.5 | short: robotics etf; ai etf
Global X Lithium & Battery Tech ETF | LIT | 9.1 | short: lithium etf; battery etf; lithium
Global X Uranium ETF | URA | 9.7 | short: uranium etf; uranium
First Trust Cloud Computing ETF | SKYY | 9.5 | short: cloud etf; cloud computing etf
Amplify Cybersecurity ETF; ETFMG Prime Cyber Security ETF; Prime Cyber Security ETF | HACK | 9.3 | short: cybersecurity etf
First Trust NASDAQ Cybersecurity ETF; First Trust Nasdaq Cybersecurity ETF | CIBR | 10 | short: cyber security etf; cybersecurity etf
Invesco Solar ETF | TAN | 9 | short: solar etf; solar
iShares Global Clean Energy ETF | ICLN | 9.2 | short: clean energy etf; clean energy; green energy etf
AdvisorShares Pure US Cannabis ETF | MSOS | 8.8 | short: cannabis etf; weed etf; marijuana etf
Roundhill Magnificent Seven ETF | MAGS | 9.4 | short: magnificent 7; magnificent seven; mag 7; mag7; magnificent 7 etf
KraneShares CSI China Internet ETF | KWEB | 9.9 | short: china internet etf; china internet; china tech etf
iShares China Large-Cap ETF; iShares China Large Cap ETF | FXI | 9.8 | short: china etf; china large cap
iShares MSCI China ETF | MCHI | 9.8 | short: china etf; msci china
iShares MSCI Japan ETF | EWJ | 10.2 | short: japan etf; msci japan
iShares MSCI India ETF | INDA | 10 | short: india etf; msci india
iShares MSCI Brazil ETF | EWZ | 9.8 | short: brazil etf; msci brazil
iShares MSCI Germany ETF | EWG | 9.2 | short: germany etf
iShares MSCI United Kingdom ETF | EWU | 9.5 | short: uk etf; united kingdom etf
iShares MSCI South Korea ETF | EWY | 9.8 | short: korea etf; south korea etf
iShares MSCI Taiwan ETF | EWT | 9.8 | short: taiwan etf
iShares MSCI Canada ETF | EWC | 9.5 | short: canada etf
iShares MSCI Australia ETF | EWA | 9.2 | short: australia etf
iShares MSCI Mexico ETF | EWW | 9.3 | short: mexico etf
Vanguard FTSE Europe ETF | VGK | 10.4 | short: europe etf; european stocks etf
iShares MSCI World ETF | URTH | 9.8 | short: msci world
iShares MSCI ACWI ETF | ACWI | 10.4 | short: acwi; msci acwi; msci all country world
SPDR Gold Shares; SPDR Gold Trust | GLD | 11.2 | short: gold; gold etf; gold trust; spdr gold; gold shares; gold bullion etf; physical gold
iShares Gold Trust | IAU | 10.8 | short: ishares gold; gold etf; gold trust
iShares Silver Trust | SLV | 10.4 | short: silver; silver etf; silver trust; ishares silver; physical silver
abrdn Physical Silver Shares ETF; Aberdeen Standard Physical Silver Shares ETF | SIVR | 9.5 | short: silver etf
abrdn Physical Platinum Shares ETF; Aberdeen Standard Physical Platinum Shares ETF | PPLT | 9.2 | short: platinum; platinum etf
abrdn Physical Palladium Shares ETF; Aberdeen Standard Physical Palladium Shares ETF | PALL | 8.7 | short: palladium; palladium etf
United States Oil Fund; United States Oil Fund LP | USO | 9.2 | short: oil; crude oil; crude; oil etf; wti; wti crude; us oil fund; us oil; oil fund; west texas; oil price; crude oil etf
United States Brent Oil Fund; United States Brent Oil Fund LP | BNO | 8.2 | short: brent; brent crude; brent oil; brent crude oil
United States Natural Gas Fund; United States Natural Gas Fund LP | UNG | 8.8 | short: natural gas; nat gas; natgas; natural gas etf; gas etf; us natural gas fund; natural gas fund
United States Copper Index Fund; United States Copper Index Fund LP | CPER | 8.5 | short: copper; copper etf; copper fund
Global X Copper Miners ETF | COPX | 9.6 | short: copper miners
VanEck Gold Miners ETF | GDX | 10.4 | short: gold miners; gold miners etf; gold mining etf; vaneck gold miners; gold mining
VanEck Junior Gold Miners ETF | GDXJ | 9.9 | short: junior gold miners; gold juniors
Global X Silver Miners ETF | SIL | 9.6 | short: silver miners; silver miners etf
Teucrium Wheat Fund | WEAT | 8.2 | short: wheat; wheat etf; wheat fund
Teucrium Corn Fund | CORN | 7.8 | short: corn; corn etf
Teucrium Soybean Fund | SOYB | 7.5 | short: soybeans; soybean; soybean etf
Invesco DB Commodity Index Tracking Fund | DBC | 9.2 | short: commodities; commodity etf; commodities etf; commodity index
iShares S&P GSCI Commodity-Indexed Trust; iShares S&P GSCI Commodity Indexed Trust | GSG | 9 | short: gsci
Invesco DB Agriculture Fund | DBA | 9 | short: agriculture etf; agricultural commodities
Invesco DB US Dollar Index Bullish Fund | UUP | 8.6 | short: dollar etf; dollar index etf; us dollar etf
Invesco CurrencyShares Euro Trust; Invesco CurrencyShares Euro Currency Trust | FXE | 8.6 | short: euro etf
Invesco CurrencyShares Japanese Yen Trust | FXY | 8.6 | short: yen etf
iShares Bitcoin Trust; iShares Bitcoin Trust ETF | IBIT | 10.9 | short: bitcoin etf; blackrock bitcoin; ishares bitcoin; bitcoin trust; bitcoin; spot bitcoin etf; btc etf
Fidelity Wise Origin Bitcoin Fund | FBTC | 10.3 | short: fidelity bitcoin; bitcoin etf
Grayscale Bitcoin Trust; Grayscale Bitcoin Trust ETF; Grayscale Bitcoin Trust (BTC) | GBTC | 10.3 | short: grayscale; grayscale bitcoin
ProShares Bitcoin Strategy ETF; ProShares Bitcoin ETF | BITO | 9.4 | short: bitcoin futures etf; bitcoin strategy
iShares Ethereum Trust; iShares Ethereum Trust ETF | ETHA | 10.1 | short: ethereum etf; ishares ethereum; eth etf; ether etf; blackrock ethereum
Grayscale Ethereum Trust; Grayscale Ethereum Trust ETF | ETHE | 9.5 | short: grayscale ethereum
ProShares UltraPro QQQ | TQQQ | 10.4 | short: 3x nasdaq; triple leveraged nasdaq; ultrapro qqq; 3x qqq; leveraged nasdaq; leveraged qqq; nasdaq 3x; qqq 3x; triple qqq; leveraged nasdaq etf
ProShares UltraPro Short QQQ | SQQQ | 9.4 | short: short nasdaq; inverse nasdaq; 3x short nasdaq; short qqq 3x; inverse qqq; nasdaq short etf
ProShares Short QQQ | PSQ | 8.8 | short: short qqq
ProShares Ultra QQQ | QLD | 9.9 | short: 2x nasdaq; 2x qqq
ProShares UltraPro S&P500; ProShares UltraPro S&P 500 | UPRO | 9.6 | short: 3x s&p 500; leveraged s&p 500; triple s&p 500; 3x s&p
ProShares Ultra S&P500; ProShares Ultra S&P 500 | SSO | 9.8 | short: 2x s&p 500; double s&p 500; 2x s&p
ProShares Short S&P500; ProShares Short S&P 500 | SH | 9 | short: short s&p 500; inverse s&p 500; short s&p; inverse s&p
ProShares UltraPro Short S&P500; ProShares UltraPro Short S&P 500 | SPXU | 8.7 | short: 3x short s&p 500
Direxion Daily S&P 500 Bull 3X Shares; Direxion Daily S&P 500 Bull 3X ETF; Direxion Daily S&P500 Bull 3X Shares | SPXL | 9.7 | short: 3x s&p 500
Direxion Daily S&P 500 Bear 3X Shares; Direxion Daily S&P 500 Bear 3X ETF | SPXS | 8.7
Direxion Daily Semiconductor Bull 3X Shares; Direxion Daily Semiconductor Bull 3X ETF | SOXL | 10 | short: 3x semiconductor; leveraged semiconductor; 3x semis; semiconductor bull 3x
Direxion Daily Semiconductor Bear 3X Shares; Direxion Daily Semiconductor Bear 3X ETF | SOXS | 9 | short: inverse semiconductor; 3x short semiconductor
Direxion Daily TSLA Bull 2X Shares; Direxion Daily TSLA Bull 2X ETF | TSLL | 9.7 | short: 2x tesla; leveraged tesla; tesla 2x; tsla 2x; tesla bull
GraniteShares 2x Long NVDA Daily ETF | NVDL | 9.6 | short: 2x nvidia; leveraged nvidia; nvidia 2x; nvda 2x
Direxion Daily Small Cap Bull 3X Shares; Direxion Daily Small Cap Bull 3X ETF | TNA | 9.3 | short: 3x small cap; 3x russell 2000
Direxion Daily 20+ Year Treasury Bull 3X Shares; Direxion Daily 20+ Year Treasury Bull 3X ETF; Direxion Daily 20 Year Plus Treasury Bull 3X Shares | TMF | 9.6 | short: 3x treasury; leveraged treasury
ProShares Ultra VIX Short-Term Futures ETF | UVXY | 8.7 | short: vix etf; leveraged vix; volatility etf
ProShares VIX Short-Term Futures ETF | VIXY | 8.3 | short: vix futures etf; vix etf
YieldMax TSLA Option Income Strategy ETF | TSLY | 9 | short: yieldmax tesla
YieldMax NVDA Option Income Strategy ETF | NVDY | 9.2 | short: yieldmax nvidia

@index
Dow Jones Industrial Average | ^DJI | 13 | short: the dow; dow; dow jones; djia; dow 30; dow jones 30; dow jones index; dow index; dow industrials; dow jones industrials; dow jones industrial; the dow jones; us30; dji
Dow Jones Transportation Average; Dow Jones Transportation | ^DJT | 11 | short: dow transports; dow transportation
Dow Jones Utility Average | ^DJU | 11 | short: dow utilities
S&P 500 | ^GSPC ^SPX | 13.7 | short: s&p; sp500; s&p500; sp 500; snp 500; snp; s and p 500; s and p; standard & poor's 500; standard and poors 500; standard and poor; spx; s&p index; the s&p; us500; sandp 500; the s&p 500
NASDAQ Composite | ^IXIC | 13.4 | short: nasdaq; the nasdaq; nasdaq comp; nasdaq index; comp index; nasdaq stock market
NASDAQ 100; NASDAQ-100 | ^NDX | 13.3 | short: nasdaq100; ndx; nas100; us100; nasdaq top 100; nasdaq hundred; nas 100
Russell 2000 | ^RUT | 12.5 | short: russell; the russell; rut; r2k; russell 2k; us2000; russell2000
Russell 1000 | ^RUI | 13 | short: russell 1k
Russell 3000 | ^RUA | 13
S&P MidCap 400; S&P 400 MidCap; S&P MID CAP 400 INDEX; S&P Midcap 400 | ^MID ^SP400 | 12 | short: s&p 400; s&p mid cap 400; midcap 400; s&p midcap 400
S&P SmallCap 600; S&P 600 SmallCap; S&P SMALLCAP 600 INDEX | ^SML ^SP600 | 12 | short: s&p 600; s&p smallcap 600; s&p small cap 600
S&P 100; S&P 100 INDEX | ^OEX | 13 | short: oex
NYSE COMPOSITE (DJ); NYSE Composite | ^NYA | 13 | short: nyse composite; nyse; nyse index
CBOE Volatility Index; VIX; Vix | ^VIX | 12 | short: vix; volatility index; fear index; fear gauge; vix index; volatility
CBOE Interest Rate 10 Year T No; Treasury Yield 10 Years | ^TNX | 12 | short: 10 year treasury yield; 10 year treasury; 10 year yield; 10-year treasury; 10 year note; us 10 year; us10y; ten year treasury; 10y treasury
Treasury Yield 30 Years; CBOE Interest Rate 30 Year T Bo | ^TYX | 11.5 | short: 30 year treasury; 30 year yield; 30 year bond; us30y; 30 year treasury yield
Treasury Yield 5 Years; CBOE Interest Rate 5 Year T Not | ^FVX | 11.5 | short: 5 year treasury; 5 year yield; 5 year treasury yield
13 WEEK TREASURY BILL; CBOE 13 Week Treasury Bill | ^IRX | 11.5 | short: 3 month treasury; 13 week treasury bill; t-bill rate
PHLX Semiconductor | ^SOX | 12 | short: philadelphia semiconductor; sox; phlx semiconductor; semiconductor index; sox index; philly semiconductor
US Dollar Index; US Dollar/USDX - Index - Cash | DX-Y.NYB ^DXY | 11 | short: dollar index; dxy; usdx; us dollar index
Wilshire 5000 Total Market Index; Wilshire 5000 Total Market Inde; Wilshire 5000 | ^W5000 ^FTW5000 | 12 | short: wilshire 5000; wilshire
FTSE 100 | ^FTSE | 12.5 | short: ftse; footsie; ftse100; uk100; the footsie; ukx; uk 100
FTSE 250 | ^FTMC | 11.5 | short: ftse250; uk 250
FTSE All-Share; FTSE All Share | ^FTAS | 12 | short: ftse all share; all share index
DAX PERFORMANCE-INDEX; DAX PERFORMANCE INDEX; DAX | ^GDAXI | 12.5 | short: dax; dax 30; dax 40; dax30; dax40; german dax; ger40; germany 40; ger30; deutscher aktienindex; dax index
MDAX; MDAX PERFORMANCE-INDEX | ^MDAXI | 11.5 | short: mdax
TecDAX; TECDAX | ^TECDAX | 11.5 | short: tecdax
SDAX | ^SDAXI | 11 | short: sdax
CAC 40 | ^FCHI | 12.5 | short: cac; cac40; french cac; fra40; france 40; cac quarante
ESTX 50 PR.EUR; EURO STOXX 50; Euro Stoxx 50 | ^STOXX50E | 12.5 | short: euro stoxx; stoxx 50; eurostoxx; eurostoxx 50; euro stoxx 50; eu50; stoxx50; sx5e; eu stoxx
STXE 600 PR.EUR; STOXX Europe 600; STOXX 600 | ^STOXX | 12.5 | short: stoxx 600; stoxx europe 600; europe 600; euro stoxx 600; stoxx600
EURONEXT 100; Euronext 100 | ^N100 | 11.5 | short: euronext 100
AEX-INDEX; AEX-Index; AEX Index; AEX | ^AEX | 11.8 | short: aex; aex index; amsterdam exchange index; amsterdam index
BEL 20; BEL 20 INDEX; BEL20 | ^BFX | 11 | short: bel 20; bel20; belgium 20
IBEX 35; IBEX 35...; IBEX | ^IBEX | 11.8 | short: ibex; ibex 35; ibex35; spain 35; spanish index
FTSE MIB; FTSE MIB Index | FTSEMIB.MI | 11.8 | short: ftse mib; mib; italy 40; ftsemib; milan index; ftse italia; italian index
SMI; SMI PR; Swiss Market Index | ^SSMI | 12 | short: swiss market index; smi; smi index; swiss index; switzerland 20
ATX; Austrian Traded Index in EUR; Austrian Traded Index | ^ATX | 11 | short: atx; austrian traded index
OMX Stockholm 30 Index; OMXS30 | ^OMX | 11.8 | short: omxs30; omx stockholm 30; omx 30; omx stockholm; stockholm 30; sweden 30; omx; omx30
OMX Copenhagen 20 Index; OMX Copenhagen 20; OMX Copenhagen 25 Index | ^OMXC20 ^OMXC25 | 11 | short: omxc20; omx copenhagen; copenhagen 20
OMX Helsinki 25; OMX Helsinki 25 Index | ^OMXH25 | 11 | short: omxh25; omx helsinki
Oslo Bors All-share Index; OBX | ^OBX OBX.OL ^OSEAX | 11 | short: obx; oslo index
PSI 20; PSI | PSI20.LS ^PSI20 | 10.5 | short: psi 20; psi20; lisbon index
WIG20 | WIG20.WA | 10.5 | short: wig 20; wig20; polish index
Nikkei 225 | ^N225 | 12.7 | short: nikkei; nikkei225; nikkei stock average; japan 225; jp225; nikkei average; n225; jpn225
TOPIX; TOPIX Index; Tokyo Stock Price Index | ^TOPX ^TPX 998405.T | 12.7 | short: topix
HANG SENG INDEX; Hang Seng Index; HSI | ^HSI | 12.6 | short: hang seng; hsi; hong kong 50; hk50; hang seng index; hongkong index; hang seng hong kong
HANG SENG CHINA ENTERPRISES IND; Hang Seng China Enterprises Index | ^HSCE | 12 | short: hscei; china enterprises index; h shares index; h-shares index; hang seng china enterprises
Hang Seng TECH Index; HSTECH | HSTECH.HK ^HSTECH | 12 | short: hang seng tech; hstech; hang seng technology
SSE Composite Index; Shanghai Composite; SSE COMPOSITE INDEX | 000001.SS ^SSEC | 12.7 | short: shanghai composite; sse composite; shanghai index; shanghai comp; china a50; ssec
CSI 300 Index; CSI 300; CSI300 | 000300.SS ^CSI300 399300.SZ | 12.5 | short: csi 300; csi300; china 300
Shenzhen Component; Shenzhen Index; SZSE COMPONENT INDEX | 399001.SZ | 12.3 | short: shenzhen component; shenzhen composite; shenzhen index; szse component
KOSPI Composite Index; KOSPI | ^KS11 | 12.2 | short: kospi; korea index; kospi composite; korea composite
KOSPI 200 Index; KOSPI 200 | ^KS200 | 12 | short: kospi 200; kospi200; korea 200
KOSDAQ Composite Index; KOSDAQ | ^KQ11 | 11.5 | short: kosdaq
TSEC weighted index; TAIEX; TSEC CAPITALIZATION WEIGHTED ST | ^TWII | 12.2 | short: taiex; taiwan weighted; taiwan index; taiwan weighted index; twse; taiwan stock exchange index
S&P BSE SENSEX; BSE SENSEX; Sensex | ^BSESN | 12.5 | short: sensex; bse sensex; bse 30; sensex 30; bombay sensex; bse index
NIFTY 50; Nifty 50 | ^NSEI | 12.5 | short: nifty; nifty50; nse nifty; cnx nifty; nifty index; india 50; nse 50
NIFTY BANK; Nifty Bank | ^NSEBANK | 12 | short: bank nifty; banknifty; nifty bank
STI Index; STI; Straits Times Index | ^STI | 11.5 | short: straits times; straits times index; sti; singapore index
S&P/ASX 200; S&P ASX 200 | ^AXJO | 12.2 | short: asx 200; asx200; asx; aus200; australia 200; s&p asx 200; aussie 200
ALL ORDINARIES; All Ordinaries | ^AORD | 12 | short: all ordinaries; all ords; asx all ordinaries
S&P/NZX 50 INDEX GROSS; S&P/NZX 50 Index Gross; S&P/NZX 50 INDEX GROSS ( GROSS | ^NZ50 | 11 | short: nzx 50; nzx50; nz50
Jakarta Composite Index; Jakarta Stock Exchange Composite Index; IDX COMPOSITE | ^JKSE | 11.5 | short: jakarta composite; idx composite; jci; ihsg
FTSE Bursa Malaysia KLCI; FTSE BURSA MALAYSIA KLCI | ^KLSE | 11 | short: klci; fbm klci; kuala lumpur index
SET_SET Index; SET Index | ^SET.BK | 11 | short: set index; thai index
PSEi INDEX; PSEi | PSEI.PS | 10.8 | short: psei; philippines index
S&P/TSX Composite index; S&P/TSX Composite; S&P/TSX COMPOSITE INDEX; S&P/TSX Composite Index | ^GSPTSE | 12.3 | short: tsx; tsx composite; s&p tsx; s&p/tsx; s&p tsx composite; toronto index; tsx index; canadian index
S&P/TSX 60; S&P/TSX 60 Index | ^TX60 TX60.TS | 12 | short: tsx 60; canada 60; s&p tsx 60
IBOVESPA; Ibovespa | ^BVSP | 11.8 | short: bovespa; ibovespa; ibov; brazil index; sao paulo index; bovespa index
IPC MEXICO; IPC Mexico | ^MXX | 11.3 | short: ipc; mexico ipc; ipc mexico; mexbol; bmv ipc; mexican index; s&p/bmv ipc
MERVAL; S&P MERVAL; Merval; IND MERVAL | ^MERV | 11 | short: merval; argentina index; s&p merval
S&P CLX IPSA; S&P/CLX IPSA; IPSA SANTIAGO DE CHILE | ^IPSA | 10.8 | short: ipsa; chile index
TA-125; TA 125; TEL AVIV 125 INDEX | ^TA125.TA ^TA125 | 11 | short: ta 125; ta-125; tel aviv 125
TA-35; TEL AVIV 35 INDEX; TA 35 | TA35.TA ^TA35 | 11 | short: ta 35; ta-35; tel aviv 35
BIST 100; BIST-100; BIST 100 INDEX | XU100.IS | 11 | short: bist 100; bist100; borsa istanbul; istanbul 100; turkey index
MOEX Russia Index; MOEX Russia; MICEX | IMOEX.ME ^IMOEX | 11 | short: moex; micex; moex russia index; russia index
RTS Index; RTS | RTSI.ME ^RTSI | 11 | short: rts index
FTSE/JSE Top 40; Top 40 Net Total Return Index; South Africa Top 40; FTSE/JSE Top 40 Index | ^JN0U.JO ^J200.JO | 11.5 | short: jse top 40; south africa 40; top 40
EGX 30; EGX 30 Price Return Index; EGX 30 INDEX | ^CASE30 | 10 | short: egx 30; egx30
Tadawul All Shares Index; Tadawul All Share Index; TADAWUL ALL SHARES INDEX | ^TASI.SR | 12 | short: tadawul; tasi
MSCI WORLD; MSCI World Index | ^990100-USD-STRD | 13.7 | short: msci world index
NYSE FANG+ Index; NYSE FANG+; NYSE FANG + Index | ^NYFANG | 12 | short: fang; fang+; faang; fang index; fang plus
NYSE Arca Gold BUGS Index; NYSE ARCA GOLD BUGS INDEX | ^HUI | 11 | short: gold bugs; hui; hui index
PHLX Gold/Silver Sector; PHLX Gold/Silver | ^XAU | 11 | short: xau index
KBW Bank Index; KBW NASDAQ BANK; KBW Nasdaq Bank Index; KBW Nasdaq Bank | ^BKX | 11.5 | short: kbw bank; bank index; kbw
CBOE Crude Oil Volatility Index | ^OVX | 10 | short: oil vix; oil volatility

@crypto
Bitcoin | BTC-USD | 12.2 | short: btc; xbt
Ethereum | ETH-USD | 11.6 | short: ether; eth
Tether; Tether USDt; Tether USDT | USDT-USD | 11.2 | short: usdt
XRP; Ripple | XRP-USD | 11.1 | short: ripple; xrp
Binance Coin; BNB; BinanceCoin | BNB-USD | 11.1 | short: bnb; binance; binance coin; binancecoin
Solana | SOL-USD SOL1-USD | 10.9 | short: sol
USD Coin; USDCoin; USDC | USDC-USD | 10.8 | short: usdc
Dogecoin | DOGE-USD | 10.4 | short: doge; doge coin; dog coin
Cardano | ADA-USD | 10.3 | short: ada
TRON; TRON TRX; Tron | TRX-USD TRX1-USD | 10.4 | short: trx; tron
Polkadot | DOT-USD DOT1-USD DOT2-USD | 9.8 | short: dot; polka dot
Avalanche | AVAX-USD | 10 | short: avax
Chainlink | LINK-USD | 10 | short: link; chain link
Polygon; Matic Network; MaticNetwork | MATIC-USD | 9.6 | short: matic; polygon
Litecoin | LTC-USD | 9.8 | short: ltc; lite coin
Bitcoin Cash; BitcoinCash | BCH-USD | 10 | short: bch; bcash; bitcoin cash
Stellar | XLM-USD | 9.9 | short: xlm; lumens; stellar lumens
Shiba Inu; SHIBA INU; Shiba | SHIB-USD | 9.8 | short: shib; shiba; shiba inu; shiba coin
Uniswap | UNI-USD UNI1-USD UNI3-USD UNI7083-USD | 9.7 | short: uni
Monero | XMR-USD | 9.7 | short: xmr
Ethereum Classic; EthereumClassic | ETC-USD | 9.4 | short: etc; ethereum classic
Cosmos | ATOM-USD ATOM1-USD | 9.3 | short: atom
Algorand | ALGO-USD | 9.2 | short: algo
Filecoin; FileCoin | FIL-USD FIL1-USD | 9.2 | short: fil
Tezos | XTZ-USD | 8.9 | short: xtz
EOS | EOS-USD | 8.9
Aave | AAVE-USD AAVE1-USD | 9.5
Maker | MKR-USD | 9.1 | short: mkr
Dai; DAI; Multi-collateral DAI | DAI-USD DAI1-USD | 9.7
NEO; Neo | NEO-USD | 8.6
IOTA; Iota; MIOTA | MIOTA-USD IOT-USD | 8.8 | short: iota; miota
Dash | DASH-USD | 8.6
Zcash; ZCash | ZEC-USD | 9.2 | short: zec; z cash
Bitcoin SV; BitcoinSV; Bitcoin Satoshi Vision | BSV-USD | 8.8 | short: bsv
VeChain | VET-USD | 9.2 | short: vet
Theta Network; THETA; Theta | THETA-USD | 8.9
Internet Computer; InternetComputer | ICP-USD ICP1-USD | 9.4 | short: icp
Terra; LUNA; Terra Luna | LUNA1-USD LUNA-USD LUNC-USD | 9 | short: luna; terra luna
Wrapped Bitcoin | WBTC-USD | 10
Hedera; Hedera Hashgraph; HederaHashgraph | HBAR-USD | 9.7 | short: hbar; hashgraph
Decentraland | MANA-USD | 8.7 | short: mana
The Sandbox; Sandbox | SAND-USD | 8.7
Axie Infinity; AxieInfinity | AXS-USD | 8.6 | short: axs; axie
PancakeSwap | CAKE-USD | 8.8 | short: cake
Toncoin | TON-USD TON11419-USD | 9.9 | short: ton
Pepe | PEPE-USD PEPE24478-USD | 9.5
Sui | SUI-USD SUI20947-USD | 9.9
NEAR Protocol; Near Protocol; NEAR | NEAR-USD | 9.5 | short: near
`
