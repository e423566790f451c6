/** Toronto; the columns are those of `equity-table.ts`. */
export const CANADA = `
# Software
CSU.TO | Constellation Software Inc. | XTSE | 3482 | 21.2 | 60 | 0.15 | 15 | 7 | reports=USD
# IT Services
SHOP.TO | Shopify Inc. | XTSE | 208.46 | 1302 | 60 | 0 | 14 | 26 | reports=USD
# Diversified Telecommunication Services
BCE.TO | BCE Inc. | XTSE | 34.1 | 932 | 11 | 5.1 | 0.5 | 12 | also=Bell Canada
T.TO | TELUS Corporation | XTSE | 19.9 | 1550 | 26 | 8.3 | 2 | 6
# Broadline Retail
DOL.TO | Dollarama Inc. | XTSE | 191.4 | 275 | 38 | 0.2 | 13 | 18 | yearEnd=1
# Consumer Staples Distribution & Retail
L.TO | Loblaw Companies Limited | XTSE | 60.6 | 1188 | 27 | 0.9 | 9 | 4
ATD.TO | Alimentation Couche-Tard Inc. | XTSE | 75.3 | 925 | 20 | 1.1 | 10 | 3.6 | yearEnd=4; reports=USD; also=Circle K
# Oil, Gas & Consumable Fuels
ENB.TO | Enbridge Inc. | XTSE | 70.91 | 2181 | 24 | 5.4 | 5 | 10
CNQ.TO | Canadian Natural Resources Limited | XTSE | 71.55 | 2085 | 14 | 3.5 | 7 | 19
SU.TO | Suncor Energy Inc. | XTSE | 93.95 | 1195 | 15 | 2.7 | 6 | 12
TRP.TO | TC Energy Corporation | XTSE | 83.58 | 1041 | 23 | 4.2 | 4 | 26
# Banks
RY.TO | Royal Bank of Canada | XTSE | 285.48 | 1402 | 18 | 2.3 | 8 | 31 | yearEnd=10; also=RBC
TD.TO | The Toronto-Dominion Bank | XTSE | 161.25 | 1685 | 16 | 2.7 | 7 | 26 | yearEnd=10; also=TD Bank
BMO.TO | Bank of Montreal | XTSE | 243.81 | 708 | 18 | 2.8 | 7 | 26 | yearEnd=10
BNS.TO | The Bank of Nova Scotia | XTSE | 121.95 | 1236 | 16 | 3.7 | 5 | 25 | yearEnd=10; also=Scotiabank
CM.TO | Canadian Imperial Bank of Commerce | XTSE | 162.26 | 922 | 16 | 2.7 | 6 | 30 | yearEnd=10; also=CIBC
# Capital Markets
BN.TO | Brookfield Corporation | XTSE | 64.03 | 2240 | 58 | 0.4 | 9 | 1.7 | reports=USD
# Insurance
MFC.TO | Manulife Financial Corporation | XTSE | 58.88 | 1690 | 17 | 3 | 6 | 14
SLF.TO | Sun Life Financial Inc. | XTSE | 111.06 | 556 | 16 | 3.3 | 6 | 9
# Ground Transportation
CNR.TO | Canadian National Railway Company | XTSE | 179.78 | 612 | 22 | 2 | 7 | 27
CP.TO | Canadian Pacific Kansas City Limited | XTSE | 134.87 | 898 | 29 | 0.7 | 8 | 27
# Commercial Services & Supplies
WCN.TO | Waste Connections, Inc. | XTSE | 236.82 | 256 | 40 | 0.8 | 9 | 11 | reports=USD
# Professional Services
TRI.TO | Thomson Reuters Corporation | XTSE | 144.12 | 445 | 29 | 2.5 | 7 | 21 | reports=USD
# Chemicals
NTR.TO | Nutrien Ltd. | XTSE | 105.69 | 482 | 19 | 2.9 | 4 | 7 | reports=USD
# Metals & Mining
AEM.TO | Agnico Eagle Mines Limited | XTSE | 307.91 | 500 | 21 | 0.8 | 7 | 34 | reports=USD; loads=Gold 0.9
ABX.TO | Barrick Mining Corporation | XTSE | 65.25 | 1684 | 15 | 1.3 | 4 | 27 | reports=USD; loads=Gold 0.9; also=Barrick Gold
`
