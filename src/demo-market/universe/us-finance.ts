/** US financials, real estate and health care; the columns are those of `equity-table.ts`. */
export const US_FINANCE = `
# Banks
JPM | JPMorgan Chase & Co. | XNYS | 346.14 | 2700 | 15.5 | 1.75 | 9 | 33 | also=JP Morgan, Chase
BAC | Bank of America Corporation | XNYS | 59.91 | 7200 | 15 | 1.9 | 6 | 28
WFC | Wells Fargo & Company | XNYS | 81.52 | 3110 | 13 | 2.2 | 4 | 26
C | Citigroup Inc. | XNYS | 126.55 | 1745 | 15 | 1.9 | 5 | 18 | also=Citibank
PNC | The PNC Financial Services Group, Inc. | XNYS | 242.49 | 400 | 13.5 | 2.8 | 6 | 30
USB | U.S. Bancorp | XNYS | 62.17 | 1555 | 12.5 | 3.3 | 5 | 27
TFC | Truist Financial Corporation | XNYS | 48.69 | 1265 | 12 | 4.3 | 4 | 26
FITB | Fifth Third Bancorp | XNYS | 54.93 | 905 | 14 | 2.9 | 5 | 27
MTB | M&T Bank Corporation | XNYS | 226.86 | 153 | 12.5 | 2.7 | 6 | 29
HBAN | Huntington Bancshares Incorporated | XNAS | 16.95 | 2030 | 12 | 3.7 | 5 | 26
CFG | Citizens Financial Group, Inc. | XNYS | 68.75 | 428 | 15 | 2.7 | 5 | 22
HDB | HDFC Bank Limited | XNYS | 23.65 | 5120 | 18 | 1.2 | 10 | 25 | yearEnd=3; country=India; reports=INR
IBN | ICICI Bank Limited | XNYS | 29.99 | 3570 | 18 | 0.8 | 10 | 24 | yearEnd=3; country=India; reports=INR
NU | Nu Holdings Ltd. | XNYS | 14.6 | 4850 | 21 | 0 | 10 | 17 | country=Brazil
# Financial Services
BRK-B | Berkshire Hathaway Inc. | XNYS | 507.15 | 2157 | 15.5 | 0 | 9 | 19 | also=Berkshire, BRK.B, Warren Buffett
V | Visa Inc. | XNYS | 346.19 | 1915 | 29 | 0.75 | 12 | 51 | yearEnd=9
MA | Mastercard Incorporated | XNYS | 569.58 | 893 | 33 | 0.6 | 13 | 45
PYPL | PayPal Holdings, Inc. | XNAS | 57.23 | 920 | 11 | 1 | 7 | 14 | also=Venmo
XYZ | Block, Inc. | XNYS | 80.79 | 611 | 34 | 0 | 8 | 6 | also=Square, Cash App
FISV | Fiserv, Inc. | XNAS | 52.07 | 537 | 8.5 | 0 | 7 | 16
FIS | Fidelity National Information Services, Inc. | XNYS | 41.24 | 517 | 22 | 3.2 | 4 | 12
APO | Apollo Global Management, Inc. | XNYS | 135.1 | 580 | 18 | 1.5 | 10 | 16
RKT | Rocket Companies, Inc. | XNYS | 14.04 | 2810 | 48 | 0 | 5 | 8
# Consumer Finance
AXP | American Express Company | XNYS | 331.25 | 685 | 20 | 1.1 | 9 | 15 | also=Amex
COF | Capital One Financial Corporation | XNYS | 213.9 | 625 | 17 | 1.5 | 7 | 14 | also=Discover
SYF | Synchrony Financial | XNYS | 84 | 352 | 8.5 | 1.4 | 6 | 18
SOFI | SoFi Technologies, Inc. | XNAS | 19.08 | 1280 | 45 | 0 | 9 | 14
# Capital Markets
MS | Morgan Stanley | XNYS | 212.92 | 1580 | 18.5 | 1.9 | 8 | 24
GS | The Goldman Sachs Group, Inc. | XNYS | 1018.9 | 297 | 17.5 | 1.8 | 8 | 29 | also=Goldman
SCHW | The Charles Schwab Corporation | XNYS | 110.34 | 1760 | 20 | 1.2 | 9 | 37
BLK | BlackRock, Inc. | XNYS | 1155.6 | 155 | 27 | 2 | 9 | 26 | also=iShares
SPGI | S&P Global Inc. | XNYS | 423.81 | 300 | 28 | 0.9 | 12 | 29
BX | Blackstone Inc. | XNYS | 137.98 | 780 | 33 | 4 | 10 | 22
KKR | KKR & Co. Inc. | XNYS | 109.04 | 893 | 36 | 0.7 | 11 | 14
CME | CME Group Inc. | XNAS | 274.66 | 360 | 25 | 1.9 | 8 | 62
ICE | Intercontinental Exchange, Inc. | XNYS | 159.37 | 568 | 27 | 1.3 | 9 | 33 | also=New York Stock Exchange
MCO | Moody's Corporation | XNYS | 492.51 | 177 | 35 | 0.8 | 12 | 32
BNY | The Bank of New York Mellon Corporation | XNYS | 155.85 | 690 | 18 | 1.4 | 6 | 27 | also=BNY Mellon
HOOD | Robinhood Markets, Inc. | XNAS | 108.38 | 897 | 45 | 0 | 12 | 45 | loads=Crypto 0.25
COIN | Coinbase Global, Inc. | XNAS | 183.59 | 268 | 38 | 0 | 10 | 18 | beta=1.8; loads=Crypto 0.6
NDAQ | Nasdaq, Inc. | XNAS | 96.66 | 568 | 30 | 1.1 | 10 | 34
STT | State Street Corporation | XNYS | 184.91 | 278 | 16 | 1.8 | 6 | 20
AMP | Ameriprise Financial, Inc. | XNYS | 542.89 | 92 | 14 | 1.2 | 10 | 20
MSCI | MSCI Inc. | XNYS | 553.59 | 74 | 32 | 1.4 | 12 | 40 | liabilities=131
IBKR | Interactive Brokers Group, Inc. | XNAS | 95.36 | 446 | 40 | 0.3 | 11 | 18
TROW | T. Rowe Price Group, Inc. | XNAS | 109.62 | 217 | 11 | 4.9 | 5 | 28
# Insurance
PGR | The Progressive Corporation | XNYS | 217.55 | 586 | 12 | 0.2 | 11 | 12
CB | Chubb Limited | XNYS | 336.45 | 391 | 13 | 1.1 | 8 | 17 | country=Switzerland
MRSH | Marsh & McLennan Companies, Inc. | XNYS | 188.15 | 487 | 22 | 1.9 | 9 | 15 | also=Marsh
AON | Aon plc | XNYS | 352 | 214 | 20 | 0.8 | 9 | 18 | country=Ireland
TRV | The Travelers Companies, Inc. | XNYS | 346.27 | 219 | 12 | 1.3 | 8 | 13
ALL | The Allstate Corporation | XNYS | 247.81 | 259 | 9 | 1.7 | 7 | 11
AFL | Aflac Incorporated | XNYS | 111.91 | 520 | 14 | 2.1 | 7 | 22
MET | MetLife, Inc. | XNYS | 91.53 | 655 | 13 | 2.6 | 5 | 7
AIG | American International Group, Inc. | XNYS | 73.98 | 538 | 14 | 2.5 | 3 | 10
PRU | Prudential Financial, Inc. | XNYS | 119.76 | 349 | 12 | 4.7 | 4 | 5.5
HIG | The Hartford Insurance Group, Inc. | XNYS | 133.09 | 277 | 11 | 1.7 | 7 | 12
# Specialized REITs
AMT | American Tower Corporation | XNYS | 175.78 | 466 | 28 | 3.9 | 6 | 27
EQIX | Equinix, Inc. | XNAS | 1067.2 | 98.5 | 60 | 1.9 | 8 | 14
DLR | Digital Realty Trust, Inc. | XNYS | 204.45 | 345 | 48 | 2.8 | 5 | 18
PSA | Public Storage | XNYS | 322.53 | 175.6 | 31 | 3.8 | 6 | 38
CCI | Crown Castle Inc. | XNYS | 73.68 | 436 | 34 | 5.7 | 3 | 22
VICI | VICI Properties Inc. | XNYS | 27.31 | 1069 | 10.5 | 6.6 | 3 | 69
IRM | Iron Mountain Incorporated | XNYS | 122.72 | 296 | 60 | 2.8 | 6 | 5 | liabilities=104
WY | Weyerhaeuser Company | XNYS | 24.42 | 721 | 45 | 3.5 | 2 | 5
# Industrial REITs
PLD | Prologis, Inc. | XNYS | 144.4 | 931 | 38 | 2.8 | 6 | 38
# Health Care REITs
WELL | Welltower Inc. | XNYS | 244.22 | 706 | 60 | 1.2 | 6 | 16
VTR | Ventas, Inc. | XNYS | 97.22 | 491 | 60 | 2 | 4 | 7
# Retail REITs
SPG | Simon Property Group, Inc. | XNYS | 216.65 | 326 | 27 | 4.4 | 4 | 38
O | Realty Income Corporation | XNYS | 63.35 | 935 | 55 | 5.1 | 4 | 19
# Residential REITs
INVH | Invitation Homes Inc. | XNYS | 29.39 | 605 | 28 | 4.3 | 4 | 21
# Real Estate Management & Development
CBRE | CBRE Group, Inc. | XNYS | 148.3 | 297 | 35 | 0 | 8 | 3.2
CSGP | CoStar Group, Inc. | XNAS | 31.27 | 418 | 60 | 0 | 8 | 6
# Pharmaceuticals
LLY | Eli Lilly and Company | XNYS | 1251.9 | 944 | 42 | 0.55 | 14 | 34 | also=Lilly, Zepbound, Mounjaro
JNJ | Johnson & Johnson | XNYS | 270.23 | 2410 | 25 | 2 | 6 | 27 | also=J&J
MRK | Merck & Co., Inc. | XNYS | 152.07 | 2475 | 20 | 2.3 | 6 | 28 | also=Keytruda
PFE | Pfizer Inc. | XNYS | 28.12 | 5690 | 16 | 6.1 | 2 | 16
BMY | Bristol-Myers Squibb Company | XNYS | 67.23 | 2036 | 19 | 3.8 | 3 | 15
NVO | Novo Nordisk A/S | XNYS | 46.61 | 4440 | 14 | 3.6 | 10 | 33 | country=Denmark; reports=DKK; also=Ozempic, Wegovy
NVS | Novartis AG | XNYS | 156.66 | 1935 | 21 | 2.8 | 5 | 25 | country=Switzerland
ZTS | Zoetis Inc. | XNYS | 74.18 | 433 | 12.5 | 2.8 | 8 | 28
TEVA | Teva Pharmaceutical Industries Limited | XNYS | 37.94 | 1147 | 26 | 0 | 1 | 10 | country=Israel
# Biotechnology
ABBV | AbbVie Inc. | XNYS | 264.98 | 1767 | 40 | 2.6 | 7 | 19 | also=Humira, Botox
AMGN | Amgen Inc. | XNAS | 440.66 | 539 | 29 | 2.2 | 8 | 22
GILD | Gilead Sciences, Inc. | XNAS | 146 | 1241 | 21 | 2.2 | 6 | 29
VRTX | Vertex Pharmaceuticals Incorporated | XNAS | 546.89 | 254 | 33 | 0 | 13 | 34
REGN | Regeneron Pharmaceuticals, Inc. | XNAS | 817.8 | 105 | 19 | 0.5 | 9 | 31
ALNY | Alnylam Pharmaceuticals, Inc. | XNAS | 239.46 | 132 | 60 | 0 | 12 | 9
BIIB | Biogen Inc. | XNAS | 217.89 | 147 | 20 | 0 | 4 | 16
MRNA | Moderna, Inc. | XNAS | 146.69 | 395 | -20 | 0 | 5 | -130
# Health Care Equipment & Supplies
ABT | Abbott Laboratories | XNYS | 116.06 | 1739 | 31 | 2.1 | 8 | 14
ISRG | Intuitive Surgical, Inc. | XNAS | 376.97 | 355 | 46 | 0 | 14 | 28 | debt=0
SYK | Stryker Corporation | XNYS | 329.94 | 383 | 38 | 1.1 | 10 | 13
MDT | Medtronic plc | XNYS | 93.2 | 1282 | 24 | 3.1 | 5 | 14 | yearEnd=4; country=Ireland
BSX | Boston Scientific Corporation | XNYS | 49.19 | 1484 | 24 | 0 | 9 | 14
BDX | Becton, Dickinson and Company | XNYS | 183.5 | 285 | 28 | 2.3 | 5 | 8 | yearEnd=9
EW | Edwards Lifesciences Corporation | XNYS | 89.23 | 580 | 38 | 0 | 10 | 23 | debt=0
IDXX | IDEXX Laboratories, Inc. | XNAS | 551.89 | 79.5 | 40 | 0 | 12 | 24
DXCM | DexCom, Inc. | XNAS | 90.27 | 386 | 36 | 0 | 12 | 19
RMD | ResMed Inc. | XNYS | 228.75 | 146 | 23 | 1 | 11 | 27 | yearEnd=6
GEHC | GE HealthCare Technologies Inc. | XNAS | 74.11 | 456 | 16 | 0.2 | 5 | 10
# Health Care Providers & Services
UNH | UnitedHealth Group Incorporated | XNYS | 386.49 | 906 | 24 | 2.3 | 9 | 3.3 | also=UnitedHealthcare, Optum
MCK | McKesson Corporation | XNYS | 814.14 | 123 | 24 | 0.4 | 11 | 1 | yearEnd=3
CVS | CVS Health Corporation | XNYS | 93.68 | 1270 | 17 | 2.8 | 4 | 1.7 | also=Aetna
HCA | HCA Healthcare, Inc. | XNYS | 411.15 | 226 | 14 | 0.7 | 9 | 9
ELV | Elevance Health, Inc. | XNYS | 396.64 | 219 | 16 | 1.7 | 9 | 2.7 | also=Anthem
CI | The Cigna Group | XNYS | 277.76 | 264 | 11.5 | 2.3 | 8 | 2.3
COR | Cencora, Inc. | XNYS | 312.84 | 194 | 28 | 0.8 | 10 | 0.7 | yearEnd=9; also=AmerisourceBergen
CAH | Cardinal Health, Inc. | XNYS | 227.14 | 235 | 30 | 0.9 | 8 | 0.7 | yearEnd=6
HUM | Humana Inc. | XNYS | 379.13 | 120 | 33 | 0.9 | 8 | 1.1
CNC | Centene Corporation | XNYS | 65.28 | 492 | 23 | 0 | 7 | 0.8
# Life Sciences Tools & Services
TMO | Thermo Fisher Scientific Inc. | XNYS | 623.78 | 373 | 33 | 0.3 | 11 | 15
DHR | Danaher Corporation | XNYS | 217.92 | 706 | 40 | 0.6 | 9 | 15
IQV | IQVIA Holdings Inc. | XNYS | 253.06 | 169 | 31 | 0 | 9 | 8
A | Agilent Technologies, Inc. | XNYS | 158.68 | 283 | 33 | 0.6 | 8 | 19 | yearEnd=10
ILMN | Illumina, Inc. | XNAS | 216.53 | 153 | 40 | 0 | 6 | 18
MTD | Mettler-Toledo International Inc. | XNYS | 1377.1 | 20.3 | 32 | 0 | 12 | 22
# Health Care Technology
VEEV | Veeva Systems Inc. | XNYS | 246.69 | 164 | 46 | 0 | 13 | 28 | yearEnd=1; debt=0
`
