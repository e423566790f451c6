/** London, Frankfurt, Paris and Amsterdam; the columns are those of `equity-table.ts`. */
export const EUROPE = `
# Semiconductors & Semiconductor Equipment
IFX.DE | Infineon Technologies AG | XETR | 48.3 | 1302 | 46 | 0.7 | 8 | 9 | yearEnd=9
STMPA.PA | STMicroelectronics N.V. | XPAR | 43.86 | 893 | 60 | 0.8 | 5 | 5 | country=Switzerland; reports=USD
ASML.AS | ASML Holding N.V. | XAMS | 1525.4 | 387 | 52 | 0.5 | 15 | 31
ASM.AS | ASM International N.V. | XAMS | 712 | 49 | 38 | 0.4 | 14 | 25
# Software
SAP.DE | SAP SE | XETR | 200.04 | 1166 | 33 | 1.2 | 10 | 19
DSY.PA | Dassault Systèmes SE | XPAR | 22.3 | 1312 | 24 | 1.2 | 8 | 19 | also=Dassault Systemes
# IT Services
CAP.PA | Capgemini SE | XPAR | 121.2 | 170 | 13 | 2.8 | 6 | 7
# Entertainment
UMG.AS | Universal Music Group N.V. | XAMS | 20.3 | 1833 | 19 | 2.6 | 7 | 16
# Media
PUB.PA | Publicis Groupe S.A. | XPAR | 80.6 | 251 | 12 | 4.6 | 6 | 10
# Diversified Telecommunication Services
DTE.DE | Deutsche Telekom AG | XETR | 30.8 | 4870 | 16 | 3 | 6 | 8
ORA.PA | Orange S.A. | XPAR | 16.3 | 2658 | 17 | 4.8 | 2 | 6
KPN.AS | Koninklijke KPN N.V. | XAMS | 4.42 | 3870 | 19 | 4.2 | 3 | 16
# Wireless Telecommunication Services
VOD.L | Vodafone Group Public Limited Company | XLON | 1.21 | 23400 | 16 | 3.6 | 1 | 5 | yearEnd=3; reports=EUR
# Broadline Retail
PRX.AS | Prosus N.V. | XAMS | 46.1 | 2210 | 13 | 0.4 | 8 | 60 | yearEnd=3; reports=USD; also=Naspers
# Automobiles
MBG.DE | Mercedes-Benz Group AG | XETR | 56.2 | 958 | 9 | 5.9 | 3 | 4.2 | also=Mercedes, Daimler
BMW.DE | Bayerische Motoren Werke AG | XETR | 85.7 | 612 | 8 | 5 | 3 | 4.8
VOW3.DE | Volkswagen AG | XETR | 95.4 | 501 | 6 | 6.4 | 2 | 2.4 | also=VW, Audi, Porsche
RNO.PA | Renault SA | XPAR | 33.4 | 296 | 8 | 6.4 | 1 | 2.2
STLAP.PA | Stellantis N.V. | XPAR | 4.71 | 2890 | -9 | 0 | 1 | -1 | country=Netherlands; also=Jeep, Peugeot, Fiat
# Hotels, Restaurants & Leisure
CPG.L | Compass Group PLC | XLON | 24.2 | 1697 | 27 | 2 | 7 | 4.3 | yearEnd=9; reports=USD
# Textiles, Apparel & Luxury Goods
ADS.DE | adidas AG | XETR | 166.2 | 179 | 21 | 1.5 | 7 | 5.6
MC.PA | LVMH Moët Hennessy - Louis Vuitton, Société Européenne | XPAR | 521.4 | 498 | 23 | 2.5 | 8 | 14 | also=LVMH, Louis Vuitton, Dior
RMS.PA | Hermès International | XPAR | 2052 | 104.8 | 46 | 0.8 | 12 | 28 | also=Hermes
KER.PA | Kering SA | XPAR | 262.4 | 123 | 48 | 1.6 | 4 | 4 | also=Gucci
# Consumer Staples Distribution & Retail
TSCO.L | Tesco PLC | XLON | 4.62 | 6440 | 18 | 3.1 | 5 | 2.4 | yearEnd=2
AD.AS | Koninklijke Ahold Delhaize N.V. | XAMS | 34.3 | 890 | 14 | 3.6 | 5 | 2.4
# Beverages
DGE.L | Diageo plc | XLON | 17.76 | 2224 | 16 | 4.4 | 3 | 12 | yearEnd=6; reports=USD; also=Guinness, Johnnie Walker
HEIA.AS | Heineken N.V. | XAMS | 70.6 | 556 | 18 | 2.6 | 4 | 7
# Food Products
BN.PA | Danone S.A. | XPAR | 74.2 | 645 | 22 | 2.9 | 3 | 7
# Tobacco
BATS.L | British American Tobacco p.l.c. | XLON | 41.92 | 2180 | 13 | 5.6 | 4 | 27 | also=BAT
IMB.L | Imperial Brands PLC | XLON | 31.4 | 806 | 11 | 5.2 | 4 | 15 | yearEnd=9
# Household Products
HEN3.DE | Henkel AG & Co. KGaA | XETR | 70.4 | 419 | 14 | 2.9 | 3 | 10
# Personal Care Products
ULVR.L | Unilever PLC | XLON | 48.21 | 2180 | 21 | 3.6 | 4 | 10 | reports=EUR
OR.PA | L'Oréal S.A. | XPAR | 371.5 | 534 | 30 | 1.9 | 7 | 14 | also=L'Oreal, Lancôme
# Oil, Gas & Consumable Fuels
SHEL.L | Shell plc | XLON | 34.92 | 5700 | 14 | 3.5 | 4 | 6.5 | reports=USD; also=Royal Dutch Shell
BP.L | BP p.l.c. | XLON | 5.65 | 15550 | 17 | 4.8 | 2 | 3.4 | reports=USD; also=British Petroleum
TTE.PA | TotalEnergies SE | XPAR | 77.41 | 2200 | 13 | 4.3 | 4 | 8 | reports=USD
# Banks
HSBA.L | HSBC Holdings plc | XLON | 15.6 | 17200 | 14 | 3.8 | 6 | 28 | reports=USD; also=HSBC
BARC.L | Barclays PLC | XLON | 5.05 | 13850 | 11 | 1.7 | 5 | 24
LLOY.L | Lloyds Banking Group plc | XLON | 1.13 | 59300 | 13 | 3.3 | 4 | 22
NWG.L | NatWest Group plc | XLON | 7.14 | 8040 | 10 | 4.3 | 4 | 32
STAN.L | Standard Chartered PLC | XLON | 18.4 | 2260 | 11 | 1.9 | 5 | 22 | reports=USD
DBK.DE | Deutsche Bank AG | XETR | 31.5 | 1930 | 10 | 2.9 | 3 | 20
CBK.DE | Commerzbank AG | XETR | 34.2 | 1125 | 14 | 2.6 | 3 | 22
BNP.PA | BNP Paribas SA | XPAR | 91.4 | 1117 | 9 | 5.6 | 4 | 24 | also=BNP
ACA.PA | Crédit Agricole S.A. | XPAR | 17.2 | 3026 | 8 | 6.5 | 3 | 23 | also=Credit Agricole
GLE.PA | Société Générale Société anonyme | XPAR | 71.5 | 766 | 10 | 2.6 | 2 | 18 | also=Societe Generale, SocGen
INGA.AS | ING Groep N.V. | XAMS | 29.76 | 2950 | 13 | 4.2 | 4 | 28 | also=ING
ABN.AS | ABN AMRO Bank N.V. | XAMS | 31.2 | 826 | 11 | 4.5 | 3 | 26
# Financial Services
ADYEN.AS | Adyen N.V. | XAMS | 1004 | 31.5 | 28 | 0 | 14 | 44
# Capital Markets
LSEG.L | London Stock Exchange Group plc | XLON | 93.4 | 515 | 42 | 1.5 | 9 | 13
III.L | 3i Group plc | XLON | 33.8 | 970 | 7 | 2.3 | 9 | 90 | yearEnd=3
DB1.DE | Deutsche Börse AG | XETR | 226.5 | 184 | 20 | 1.8 | 8 | 31 | also=Deutsche Boerse
# Insurance
PRU.L | Prudential plc | XLON | 10.56 | 2555 | 12 | 2 | 5 | 22 | reports=USD
AV.L | Aviva plc | XLON | 6.62 | 3050 | 14 | 5.6 | 4 | 7
ALV.DE | Allianz SE | XETR | 372.5 | 383 | 14 | 4.3 | 6 | 10
MUV2.DE | Münchener Rückversicherungs-Gesellschaft AG | XETR | 544.6 | 130 | 11.5 | 3.8 | 7 | 10 | also=Munich Re, Munchener Ruck
CS.PA | AXA SA | XPAR | 41.1 | 2180 | 12 | 5.4 | 5 | 8
NN.AS | NN Group N.V. | XAMS | 66.2 | 262 | 12 | 5.4 | 5 | 12
# Pharmaceuticals
AZN.L | AstraZeneca PLC | XLON | 124.5 | 1550 | 23 | 1.8 | 8 | 18 | reports=USD; also=Astra
GSK.L | GSK plc | XLON | 19.74 | 4030 | 14 | 3.3 | 4 | 18 | also=GlaxoSmithKline
BAYN.DE | Bayer AG | XETR | 38.4 | 982 | -22 | 0.3 | 1 | -4
MRK.DE | Merck KGaA | XETR | 118.5 | 435 | 19 | 1.9 | 5 | 13
SAN.PA | Sanofi SA | XPAR | 79.91 | 1215 | 17 | 4.9 | 4 | 14
# Health Care Equipment & Supplies
EL.PA | EssilorLuxottica Société anonyme | XPAR | 252.3 | 462 | 44 | 1.6 | 8 | 9 | also=Ray-Ban
PHIA.AS | Koninklijke Philips N.V. | XAMS | 24.61 | 951 | 26 | 3.4 | 2 | 5 | also=Philips
# Aerospace & Defense
RR.L | Rolls-Royce Holdings plc | XLON | 12.6 | 8420 | 28 | 0.8 | 8 | 12 | also=Rolls Royce
BA.L | BAE Systems plc | XLON | 20.4 | 3010 | 28 | 1.8 | 7 | 8
RHM.DE | Rheinmetall AG | XETR | 1488 | 46 | 50 | 0.7 | 13 | 10
AIR.PA | Airbus SE | XPAR | 196.2 | 789 | 28 | 1.5 | 8 | 7
SAF.PA | Safran SA | XPAR | 298.5 | 417 | 36 | 1.1 | 9 | 11
HO.PA | Thales S.A. | XPAR | 246.2 | 205 | 29 | 1.6 | 7 | 8
# Industrial Conglomerates
SIE.DE | Siemens Aktiengesellschaft | XETR | 236.4 | 784 | 22 | 2.2 | 6 | 11 | yearEnd=9
# Electrical Equipment
ENR.DE | Siemens Energy AG | XETR | 141.5 | 800 | 46 | 0.5 | 8 | 6 | yearEnd=9
SU.PA | Schneider Electric S.E. | XPAR | 243.5 | 564 | 31 | 1.6 | 9 | 11
LR.PA | Legrand SA | XPAR | 141.3 | 262 | 27 | 1.6 | 8 | 14
# Construction & Engineering
DG.PA | Vinci SA | XPAR | 126.4 | 579 | 14 | 3.9 | 6 | 6.6
# Air Freight & Logistics
DHL.DE | Deutsche Post AG | XETR | 46.3 | 1150 | 15 | 4.1 | 5 | 4.2 | also=DHL
# Professional Services
REL.L | RELX PLC | XLON | 27.06 | 1815 | 24 | 2.7 | 7 | 21
EXPN.L | Experian plc | XLON | 30.2 | 911 | 27 | 1.6 | 8 | 17 | yearEnd=3; country=Ireland; reports=USD
WKL.AS | Wolters Kluwer N.V. | XAMS | 80.4 | 228 | 17 | 3 | 7 | 18
# Chemicals
BAS.DE | BASF SE | XETR | 46.4 | 890 | 22 | 4.8 | 1 | 2.8
AI.PA | L'Air Liquide S.A. | XPAR | 176.3 | 578 | 28 | 1.9 | 7 | 13 | also=Air Liquide
# Metals & Mining
RIO.L | Rio Tinto Group | XLON | 61.07 | 1624 | 12 | 4.6 | 5 | 19 | reports=USD
GLEN.L | Glencore plc | XLON | 5.02 | 11850 | 28 | 1.6 | 3 | 0.9 | reports=USD
AAL.L | Anglo American plc | XLON | 33.6 | 1070 | 32 | 0.9 | 3 | 6 | reports=USD
# Construction Materials
HEI.DE | Heidelberg Materials AG | XETR | 206 | 178 | 18 | 1.6 | 6 | 9
# Electric Utilities
SSE.L | SSE plc | XLON | 24.1 | 1205 | 16 | 2.8 | 6 | 14 | yearEnd=3
# Multi-Utilities
NG.L | National Grid plc | XLON | 11.96 | 4960 | 19 | 4 | 4 | 16 | yearEnd=3
EOAN.DE | E.ON SE | XETR | 17.1 | 2612 | 15 | 3.4 | 4 | 4
ENGI.PA | Engie SA | XPAR | 25.6 | 2426 | 13 | 5.3 | 3 | 6
# Independent Power and Renewable Electricity Producers
RWE.DE | RWE Aktiengesellschaft | XETR | 46.2 | 728 | 17 | 2.6 | 5 | 8
`
