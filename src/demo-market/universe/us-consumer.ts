/** US consumer discretionary and staples; the columns are those of `equity-table.ts`. */
export const US_CONSUMER = `
# Broadline Retail
AMZN | Amazon.com, Inc. | XNAS | 259.99 | 10730 | 33 | 0 | 16 | 11 | season=holiday; also=AWS
BABA | Alibaba Group Holding Limited | XNYS | 116.77 | 2385 | 20 | 0.9 | 5 | 11 | yearEnd=3; country=China; reports=CNY
PDD | PDD Holdings Inc. | XNAS | 88.59 | 1420 | 9 | 0 | 10 | 24 | country=China; reports=CNY; also=Temu, Pinduoduo
MELI | MercadoLibre, Inc. | XNAS | 1922.6 | 50.7 | 46 | 0 | 15 | 7 | country=Argentina
EBAY | eBay Inc. | XNAS | 102.97 | 450 | 22 | 1.2 | 6 | 19
CPNG | Coupang, Inc. | XNYS | 16.2 | 1825 | 60 | 0 | 8 | 1.4 | country=South Korea
# Specialty Retail
HD | The Home Depot, Inc. | XNYS | 336.32 | 995 | 23 | 2.7 | 9 | 9 | yearEnd=1; liabilities=92
LOW | Lowe's Companies, Inc. | XNYS | 215.98 | 561 | 18 | 2.2 | 9 | 8 | yearEnd=1; liabilities=120
TJX | The TJX Companies, Inc. | XNYS | 139.86 | 1110 | 29 | 1.3 | 11 | 9 | yearEnd=1
ORLY | O'Reilly Automotive, Inc. | XNAS | 85.51 | 843 | 28 | 0 | 13 | 15 | liabilities=110
ROST | Ross Stores, Inc. | XNAS | 238.14 | 322 | 35 | 0.7 | 11 | 9 | yearEnd=1
AZO | AutoZone, Inc. | XNYS | 2909 | 16.6 | 19 | 0 | 12 | 13 | yearEnd=8; liabilities=120
CVNA | Carvana Co. | XNYS | 352.91 | 218 | 48 | 0 | 10 | 6
ULTA | Ulta Beauty, Inc. | XNAS | 503.76 | 44.5 | 20 | 0 | 9 | 10 | yearEnd=1
WSM | Williams-Sonoma, Inc. | XNYS | 233.12 | 120 | 25 | 1.1 | 9 | 14 | yearEnd=1
BBY | Best Buy Co., Inc. | XNYS | 86.2 | 210 | 13 | 5 | 4 | 3 | yearEnd=1; season=holiday
TSCO | Tractor Supply Company | XNAS | 34.58 | 527 | 21 | 1.9 | 8 | 7
# Automobiles
TSLA | Tesla, Inc. | XNAS | 429.72 | 3335 | 60 | 0 | 20 | 12
GM | General Motors Company | XNYS | 83.41 | 925 | 9 | 0.9 | 4 | 4
F | Ford Motor Company | XNYS | 14.15 | 3990 | 11 | 4.4 | 2 | 3
RIVN | Rivian Automotive, Inc. | XNAS | 19.98 | 1230 | -6 | 0 | 3 | -65
# Hotels, Restaurants & Leisure
MCD | McDonald's Corporation | XNYS | 269.67 | 711 | 22 | 2.7 | 7 | 32 | liabilities=104
BKNG | Booking Holdings Inc. | XNAS | 4891.4 | 32.2 | 27 | 0.8 | 12 | 22 | liabilities=117; also=Booking.com, Priceline
SBUX | Starbucks Corporation | XNAS | 107.27 | 1138 | 48 | 2.3 | 6 | 7 | yearEnd=9; liabilities=125
MAR | Marriott International, Inc. | XNAS | 346.77 | 268 | 34 | 0.8 | 9 | 10 | liabilities=110
HLT | Hilton Worldwide Holdings Inc. | XNYS | 318.24 | 231 | 44 | 0.2 | 10 | 14 | liabilities=131
ABNB | Airbnb, Inc. | XNAS | 184.46 | 608 | 40 | 0 | 9 | 22
CMG | Chipotle Mexican Grill, Inc. | XNYS | 35.37 | 1320 | 32 | 0 | 11 | 13 | debt=0
DASH | DoorDash, Inc. | XNAS | 224.16 | 432 | 60 | 0 | 12 | 9
YUM | Yum! Brands, Inc. | XNYS | 150.73 | 277 | 26 | 1.9 | 8 | 19 | liabilities=205; also=KFC, Taco Bell, Pizza Hut
RCL | Royal Caribbean Cruises Ltd. | XNYS | 288.18 | 271 | 18 | 1.4 | 8 | 24 | liabilities=78
CCL | Carnival Corporation Ltd. | XNYS | 25.44 | 1385 | 12 | 2 | 3 | 11 | yearEnd=11
EXPE | Expedia Group, Inc. | XNAS | 304.34 | 121 | 24 | 0.6 | 8 | 10
LVS | Las Vegas Sands Corp. | XNYS | 45.13 | 675 | 18 | 2.2 | 4 | 13
DRI | Darden Restaurants, Inc. | XNYS | 219.82 | 115 | 20 | 2.9 | 8 | 9 | yearEnd=5
DPZ | Domino's Pizza, Inc. | XNAS | 335.58 | 33.7 | 21 | 1.9 | 9 | 12 | liabilities=205
# Textiles, Apparel & Luxury Goods
NKE | NIKE, Inc. | XNYS | 40.86 | 1480 | 30 | 3.9 | 6 | 6 | yearEnd=5
LULU | Lululemon Athletica Inc. | XNAS | 112.21 | 117 | 13 | 0 | 9 | 15 | yearEnd=1; debt=0
DECK | Deckers Outdoor Corporation | XNYS | 86.25 | 145 | 16 | 0 | 11 | 19 | yearEnd=3; debt=0
RL | Ralph Lauren Corporation | XNYS | 370 | 60 | 24 | 1 | 8 | 12 | yearEnd=3
# Household Durables
DHI | D.R. Horton, Inc. | XNYS | 143.58 | 289 | 13 | 1.2 | 9 | 10 | yearEnd=9
LEN | Lennar Corporation | XNYS | 83.85 | 250 | 14 | 1.8 | 7 | 6 | yearEnd=11
GRMN | Garmin Ltd. | XNYS | 296.16 | 192 | 33 | 1.4 | 9 | 23 | country=Switzerland
# Consumer Staples Distribution & Retail
WMT | Walmart Inc. | XNAS | 103.54 | 7970 | 38 | 0.95 | 9 | 3.1 | yearEnd=1
COST | Costco Wholesale Corporation | XNAS | 948.76 | 443 | 48 | 0.6 | 13 | 3 | yearEnd=8
TGT | Target Corporation | XNYS | 165.51 | 454 | 20 | 2.8 | 5 | 3.5 | yearEnd=1; season=holiday
KR | The Kroger Co. | XNYS | 55.86 | 635 | 15 | 2.5 | 6 | 1.8 | yearEnd=1
SYY | Sysco Corporation | XNYS | 83.96 | 479 | 22 | 2.6 | 6 | 2.3 | yearEnd=6
DG | Dollar General Corporation | XNYS | 123.74 | 220 | 19 | 1.9 | 7 | 3.2 | yearEnd=1
DLTR | Dollar Tree, Inc. | XNAS | 126.97 | 199 | 18 | 0 | 7 | 5.5 | yearEnd=1
CASY | Casey's General Stores, Inc. | XNAS | 835.85 | 37 | 46 | 0.3 | 12 | 3.8 | yearEnd=4
# Beverages
KO | The Coca-Cola Company | XNYS | 91.05 | 4305 | 29 | 2.3 | 6 | 27 | also=Coke, Sprite
PEP | PepsiCo, Inc. | XNAS | 143.26 | 1367 | 21 | 4 | 6 | 10 | also=Pepsi, Frito-Lay, Gatorade
MNST | Monster Beverage Corporation | XNAS | 143.59 | 978 | 60 | 0 | 12 | 24 | debt=0
KDP | Keurig Dr Pepper Inc. | XNAS | 32.11 | 1358 | 20 | 2.9 | 5 | 13
STZ | Constellation Brands, Inc. | XNYS | 133.92 | 173 | 15 | 2.7 | 5 | 18 | yearEnd=2
# Food Products
MDLZ | Mondelez International, Inc. | XNAS | 63.86 | 1288 | 24 | 3.1 | 6 | 9
HSY | The Hershey Company | XNYS | 184.55 | 203 | 28 | 3.1 | 6 | 11
ADM | Archer-Daniels-Midland Company | XNYS | 80.46 | 481 | 24 | 2.6 | 4 | 1.8
KHC | The Kraft Heinz Company | XNAS | 25.62 | 1184 | 11 | 6.3 | 1 | 10
GIS | General Mills, Inc. | XNYS | 40.09 | 533 | 11 | 5.6 | 3 | 12 | yearEnd=5
TSN | Tyson Foods, Inc. | XNYS | 58.28 | 353 | 20 | 3.2 | 4 | 2 | yearEnd=9
# Tobacco
PM | Philip Morris International Inc. | XNYS | 188.43 | 1557 | 27 | 3 | 6 | 26 | liabilities=115
MO | Altria Group, Inc. | XNYS | 65.96 | 1673 | 13 | 6.4 | 4 | 38 | liabilities=108
# Household Products
PG | The Procter & Gamble Company | XNYS | 144.33 | 2330 | 21 | 3 | 6 | 19 | yearEnd=6; also=Procter and Gamble, Gillette, Pampers
CL | Colgate-Palmolive Company | XNYS | 90.42 | 803 | 26 | 2.3 | 5 | 13 | liabilities=95
KMB | Kimberly-Clark Corporation | XNAS | 109.5 | 332 | 18 | 4.6 | 4 | 11 | liabilities=92
CHD | Church & Dwight Co., Inc. | XNYS | 98.47 | 238 | 29 | 1.2 | 8 | 13
# Personal Care Products
EL | The Estée Lauder Companies Inc. | XNYS | 102.17 | 361 | 42 | 1.4 | 4 | 6 | yearEnd=6; also=Estee Lauder
KVUE | Kenvue Inc. | XNYS | 19.1 | 1917 | 24 | 4.3 | 3 | 10 | also=Tylenol, Neutrogena
`
