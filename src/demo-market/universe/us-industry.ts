/** US energy, materials, industrials and utilities; the columns are those of `equity-table.ts`. */
export const US_INDUSTRY = `
# Oil, Gas & Consumable Fuels
XOM | Exxon Mobil Corporation | XNYS | 162.42 | 4180 | 19 | 2.6 | 5 | 10 | also=ExxonMobil
CVX | Chevron Corporation | XNYS | 203.8 | 1990 | 21 | 3.5 | 5 | 9
COP | ConocoPhillips | XNYS | 132.26 | 1225 | 17 | 2.6 | 5 | 14
EOG | EOG Resources, Inc. | XNYS | 149.5 | 537 | 13 | 2.7 | 7 | 24
MPC | Marathon Petroleum Corporation | XNYS | 342.23 | 296 | 18 | 1.2 | 7 | 3.5
VLO | Valero Energy Corporation | XNYS | 332.6 | 302 | 19 | 1.5 | 7 | 3
PSX | Phillips 66 | XNYS | 241.67 | 401 | 18 | 2.1 | 6 | 3
WMB | The Williams Companies, Inc. | XNYS | 70.56 | 1222 | 31 | 2.9 | 5 | 24
EPD | Enterprise Products Partners L.P. | XNYS | 38 | 2160 | 14 | 5.8 | 5 | 11
KMI | Kinder Morgan, Inc. | XNYS | 31.01 | 2225 | 23 | 3.8 | 3 | 18
ET | Energy Transfer LP | XNYS | 21.21 | 3440 | 15 | 6.3 | 5 | 5.5
OKE | ONEOK, Inc. | XNYS | 93.53 | 629 | 16 | 4.5 | 5 | 12
OXY | Occidental Petroleum Corporation | XNYS | 62.02 | 988 | 22 | 1.6 | 2 | 11
TRGP | Targa Resources Corp. | XNYS | 299.7 | 214 | 33 | 1.5 | 9 | 11
FANG | Diamondback Energy, Inc. | XNAS | 207.77 | 284 | 14 | 2 | 6 | 27
LNG | Cheniere Energy, Inc. | XNYS | 270.36 | 212 | 16 | 0.8 | 8 | 18
DVN | Devon Energy Corporation | XNYS | 44.27 | 1220 | 12 | 2.4 | 3 | 16
EQT | EQT Corporation | XNYS | 53.76 | 625 | 15 | 1.2 | 5 | 27
# Energy Equipment & Services
SLB | SLB Limited | XNYS | 53.48 | 1495 | 20 | 2.2 | 3 | 11 | also=Schlumberger
BKR | Baker Hughes Company | XNAS | 62.51 | 990 | 23 | 1.5 | 4 | 10
HAL | Halliburton Company | XNYS | 35.22 | 836 | 15 | 1.9 | 3 | 9
# Aerospace & Defense
GE | GE Aerospace | XNYS | 344.24 | 1050 | 42 | 0.5 | 6 | 19 | also=General Electric
RTX | RTX Corporation | XNYS | 210.81 | 1342 | 40 | 1.4 | 6 | 8 | also=Raytheon
BA | The Boeing Company | XNYS | 215.67 | 785 | -60 | 0 | 4 | -3.1
LMT | Lockheed Martin Corporation | XNYS | 563.06 | 231 | 24 | 2.4 | 7 | 7 | liabilities=90
GD | General Dynamics Corporation | XNYS | 385.08 | 270 | 24 | 1.6 | 7 | 8
NOC | Northrop Grumman Corporation | XNYS | 551.27 | 142 | 18 | 1.7 | 8 | 10
HWM | Howmet Aerospace Inc. | XNYS | 269.52 | 402 | 60 | 0.2 | 10 | 20
TDG | TransDigm Group Incorporated | XNYS | 1178.5 | 56.3 | 34 | 0 | 13 | 22 | yearEnd=9; liabilities=142
LHX | L3Harris Technologies, Inc. | XNYS | 265.61 | 187 | 29 | 1.8 | 7 | 8
AXON | Axon Enterprise, Inc. | XNAS | 637.46 | 80 | 60 | 0 | 15 | 9
RKLB | Rocket Lab Corporation | XNAS | 77.55 | 560 | -180 | 0 | 10 | -28
# Industrial Conglomerates
HON | Honeywell International Inc. | XNAS | 107.76 | 635 | 26 | 2.1 | 5 | 14
MMM | 3M Company | XNYS | 174.8 | 528 | 25 | 1.8 | 3 | 13
# Machinery
CAT | Caterpillar Inc. | XNYS | 816.66 | 466 | 40 | 0.75 | 10 | 14
DE | Deere & Company | XNYS | 644.93 | 271 | 34 | 1 | 9 | 11 | yearEnd=10
PH | Parker-Hannifin Corporation | XNYS | 1002.4 | 126 | 34 | 0.7 | 11 | 18 | yearEnd=6
CMI | Cummins Inc. | XNYS | 586.25 | 138 | 27 | 1.4 | 9 | 9
ITW | Illinois Tool Works Inc. | XNYS | 278.19 | 289 | 26 | 2.3 | 7 | 19
PCAR | PACCAR Inc | XNAS | 131.37 | 525 | 25 | 2 | 7 | 9
OTIS | Otis Worldwide Corporation | XNYS | 69.96 | 389 | 24 | 2 | 6 | 10 | liabilities=146
# Electrical Equipment
GEV | GE Vernova Inc. | XNYS | 947.37 | 269 | 48 | 0.2 | 12 | 13
ETN | Eaton Corporation plc | XNYS | 419.63 | 388 | 40 | 1 | 9 | 15 | country=Ireland
VRT | Vertiv Holdings Co | XNYS | 262.62 | 384 | 56 | 0.1 | 14 | 15
EMR | Emerson Electric Co. | XNYS | 156.08 | 562 | 36 | 1.4 | 6 | 13 | yearEnd=9
ROK | Rockwell Automation, Inc. | XNYS | 434.25 | 112 | 42 | 1.3 | 8 | 13 | yearEnd=9
# Building Products
TT | Trane Technologies plc | XNYS | 449.39 | 222 | 32 | 0.9 | 10 | 14 | country=Ireland
JCI | Johnson Controls International plc | XNYS | 141.59 | 612 | 40 | 1.1 | 6 | 9 | yearEnd=9; country=Ireland
CARR | Carrier Global Corporation | XNYS | 59.38 | 838 | 28 | 1.6 | 6 | 8
# Construction & Engineering
PWR | Quanta Services, Inc. | XNYS | 627.96 | 150 | 60 | 0.1 | 13 | 4.5
FIX | Comfort Systems USA, Inc. | XNYS | 1655.3 | 35.2 | 48 | 0.1 | 14 | 12
# Ground Transportation
UNP | Union Pacific Corporation | XNYS | 308.61 | 593 | 25 | 1.8 | 8 | 29
UBER | Uber Technologies, Inc. | XNYS | 78.13 | 2060 | 17 | 0 | 10 | 17
CSX | CSX Corporation | XNAS | 51.33 | 1862 | 31 | 1 | 8 | 21
NSC | Norfolk Southern Corporation | XNYS | 351.67 | 224 | 27 | 1.5 | 8 | 24
ODFL | Old Dominion Freight Line, Inc. | XNAS | 204.85 | 209 | 40 | 0.5 | 12 | 19
# Air Freight & Logistics
UPS | United Parcel Service, Inc. | XNYS | 102.22 | 849 | 16 | 6.4 | 4 | 6
FDX | FedEx Corporation | XNYS | 326 | 236 | 18 | 1.8 | 6 | 4.6 | yearEnd=5
# Passenger Airlines
DAL | Delta Air Lines, Inc. | XNYS | 82.87 | 654 | 12 | 0.9 | 5 | 7
UAL | United Airlines Holdings, Inc. | XNAS | 113.37 | 324 | 11 | 0 | 5 | 5.5
LUV | Southwest Airlines Co. | XNYS | 39.51 | 500 | 34 | 1.7 | 3 | 2.2
# Commercial Services & Supplies
WM | Waste Management, Inc. | XNYS | 222.79 | 402 | 29 | 1.6 | 9 | 12
CTAS | Cintas Corporation | XNAS | 203.88 | 400 | 40 | 0.9 | 12 | 17 | yearEnd=5
RSG | Republic Services, Inc. | XNYS | 218.68 | 309 | 29 | 1.2 | 9 | 13
CPRT | Copart, Inc. | XNAS | 32.6 | 960 | 20 | 0 | 12 | 33 | yearEnd=7
# Professional Services
ADP | Automatic Data Processing, Inc. | XNAS | 277.5 | 402 | 26 | 2.4 | 9 | 20 | yearEnd=6
PAYX | Paychex, Inc. | XNAS | 123.67 | 358 | 26 | 3.5 | 8 | 27 | yearEnd=5
VRSK | Verisk Analytics, Inc. | XNAS | 176.84 | 138 | 27 | 1 | 10 | 30
EFX | Equifax Inc. | XNYS | 187.02 | 121 | 32 | 1.1 | 9 | 11
# Trading Companies & Distributors
GWW | W.W. Grainger, Inc. | XNYS | 1301.2 | 47.5 | 32 | 0.8 | 10 | 11
FAST | Fastenal Company | XNAS | 51.24 | 1148 | 44 | 1.9 | 10 | 15
URI | United Rentals, Inc. | XNYS | 1076.8 | 63.5 | 22 | 0.8 | 11 | 16
# Chemicals
LIN | Linde plc | XNAS | 482.32 | 466 | 32 | 1.3 | 8 | 21 | country=Ireland
SHW | The Sherwin-Williams Company | XNYS | 340.64 | 247 | 32 | 1 | 10 | 11
ECL | Ecolab Inc. | XNYS | 278.97 | 283 | 38 | 1 | 8 | 13
APD | Air Products and Chemicals, Inc. | XNYS | 306.04 | 222 | 23 | 2.6 | 6 | 17 | yearEnd=9
CTVA | Corteva, Inc. | XNYS | 81.21 | 672 | 34 | 0.9 | 6 | 8
DOW | Dow Inc. | XNYS | 32.77 | 713 | -24 | 4.6 | 1 | -2.4
DD | DuPont de Nemours, Inc. | XNYS | 44.69 | 418 | 28 | 1.8 | 3 | 9
PPG | PPG Industries, Inc. | XNYS | 112.77 | 224 | 19 | 2.5 | 5 | 10
ALB | Albemarle Corporation | XNYS | 143.26 | 118 | -40 | 1 | 4 | -8
# Metals & Mining
SCCO | Southern Copper Corporation | XNYS | 219.24 | 822 | 36 | 1.9 | 6 | 34
NEM | Newmont Corporation | XNYS | 127.78 | 1085 | 18 | 0.8 | 4 | 32 | loads=Gold 0.9
FCX | Freeport-McMoRan Inc. | XNYS | 76.66 | 1436 | 42 | 0.8 | 4 | 10 | loads=Gold 0.3
NUE | Nucor Corporation | XNYS | 241.37 | 229 | 26 | 0.9 | 6 | 6
STLD | Steel Dynamics, Inc. | XNAS | 226.04 | 145 | 24 | 0.9 | 8 | 7
VALE | Vale S.A. | XNYS | 14.59 | 4270 | 12 | 6.5 | 3 | 14 | country=Brazil
# Construction Materials
CRH | CRH plc | XNYS | 95.4 | 667 | 18 | 1.6 | 7 | 9 | country=Ireland
VMC | Vulcan Materials Company | XNYS | 270.98 | 132 | 33 | 0.7 | 8 | 13
MLM | Martin Marietta Materials, Inc. | XNYS | 532.84 | 60.3 | 30 | 0.6 | 9 | 16
# Containers & Packaging
BALL | Ball Corporation | XNYS | 62.81 | 268 | 20 | 1.4 | 5 | 6
IP | International Paper Company | XNYS | 41.61 | 528 | 36 | 4.6 | 2 | 3
# Electric Utilities
NEE | NextEra Energy, Inc. | XNYS | 83.69 | 2085 | 24 | 2.8 | 8 | 27
SO | The Southern Company | XNYS | 92.76 | 1103 | 23 | 3.3 | 4 | 15
DUK | Duke Energy Corporation | XNYS | 120.11 | 778 | 19 | 3.6 | 4 | 16
CEG | Constellation Energy Corporation | XNAS | 267.82 | 361 | 33 | 0.6 | 10 | 11
AEP | American Electric Power Company, Inc. | XNAS | 122.38 | 538 | 19 | 3.2 | 4 | 16
XEL | Xcel Energy Inc. | XNAS | 79.7 | 598 | 22 | 2.9 | 5 | 15
EXC | Exelon Corporation | XNAS | 44.66 | 1012 | 16 | 3.7 | 3 | 11
ETR | Entergy Corporation | XNYS | 108.01 | 452 | 27 | 2.4 | 4 | 14
PCG | PG&E Corporation | XNYS | 21.44 | 2200 | 15 | 1 | 1 | 11
EIX | Edison International | XNYS | 71.56 | 385 | 10 | 5.2 | 2 | 13
# Multi-Utilities
D | Dominion Energy, Inc. | XNYS | 66.94 | 875 | 20 | 4 | 3 | 18
SRE | Sempra | XNYS | 83 | 653 | 26 | 3.1 | 5 | 16
PEG | Public Service Enterprise Group Incorporated | XNYS | 72.53 | 499 | 17 | 3.5 | 5 | 18
ED | Consolidated Edison, Inc. | XNYS | 108.95 | 361 | 19 | 3.2 | 3 | 12
DTE | DTE Energy Company | XNYS | 135.28 | 208 | 19 | 3.4 | 5 | 10
# Independent Power and Renewable Electricity Producers
VST | Vistra Corp. | XNYS | 135.26 | 338 | 20 | 0.7 | 10 | 10
# Gas Utilities
ATO | Atmos Energy Corporation | XNYS | 171.93 | 164 | 23 | 2.3 | 7 | 26 | yearEnd=9
# Water Utilities
AWK | American Water Works Company, Inc. | XNYS | 137.98 | 195 | 23 | 2.6 | 7 | 22
`
