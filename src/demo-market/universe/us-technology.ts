/** US technology and communication services; the columns are those of `equity-table.ts`. */
export const US_TECHNOLOGY = `
# Semiconductors & Semiconductor Equipment
NVDA | NVIDIA Corporation | XNAS | 213.84 | 24300 | 38 | 0.02 | 30 | 54 | yearEnd=1; also=Nvidia
AVGO | Broadcom Inc. | XNAS | 369.82 | 4740 | 46 | 0.7 | 22 | 34 | yearEnd=10
TSM | Taiwan Semiconductor Manufacturing Company Limited | XNYS | 418.99 | 5186 | 30 | 0.9 | 15 | 43 | country=Taiwan; reports=TWD; also=TSMC
MU | Micron Technology, Inc. | XNAS | 970.56 | 1125 | 16 | 0.05 | 17 | 38 | yearEnd=8
AMD | Advanced Micro Devices, Inc. | XNAS | 473.97 | 1630 | 58 | 0 | 20 | 17
INTC | Intel Corporation | XNAS | 95.4 | 4990 | 55 | 0 | 3 | 9
LRCX | Lam Research Corporation | XNAS | 313.08 | 1255 | 44 | 0.4 | 15 | 30 | yearEnd=6
AMAT | Applied Materials, Inc. | XNAS | 491.06 | 796 | 38 | 0.4 | 13 | 26 | yearEnd=10
KLAC | KLA Corporation | XNAS | 1835 | 131 | 46 | 0.5 | 14 | 34 | yearEnd=6
TXN | Texas Instruments Incorporated | XNAS | 265.6 | 909 | 38 | 2.2 | 8 | 31
ADI | Analog Devices, Inc. | XNAS | 369.71 | 489 | 44 | 1.1 | 8 | 25 | yearEnd=10
QCOM | QUALCOMM Incorporated | XNAS | 157.78 | 1070 | 16 | 2.3 | 8 | 25 | yearEnd=9
MRVL | Marvell Technology, Inc. | XNAS | 239.71 | 866 | 52 | 0.1 | 14 | 22 | yearEnd=1
ARM | Arm Holdings plc | XNAS | 243.79 | 1062 | 60 | 0 | 14 | 21 | yearEnd=3; country=United Kingdom
NXPI | NXP Semiconductors N.V. | XNAS | 225.71 | 252 | 24 | 1.8 | 8 | 19 | country=Netherlands
MPWR | Monolithic Power Systems, Inc. | XNAS | 1347.6 | 48 | 60 | 0.5 | 16 | 24 | debt=0
MCHP | Microchip Technology Incorporated | XNAS | 76.36 | 541 | 48 | 2.4 | 7 | 14 | yearEnd=3
TER | Teradyne, Inc. | XNAS | 374.16 | 157 | 50 | 0.2 | 12 | 22
ON | ON Semiconductor Corporation | XNAS | 71.34 | 405 | 32 | 0 | 8 | 15
FSLR | First Solar, Inc. | XNAS | 215.22 | 107 | 15 | 0 | 8 | 28
# Software
MSFT | Microsoft Corporation | XNAS | 482.95 | 7430 | 30 | 0.8 | 15 | 36 | yearEnd=6
ORCL | Oracle Corporation | XNYS | 147 | 2870 | 28 | 1.3 | 11 | 22 | yearEnd=5
PLTR | Palantir Technologies Inc. | XNAS | 180.85 | 2390 | 60 | 0 | 18 | 36 | debt=0
CRM | Salesforce, Inc. | XNYS | 181.28 | 945 | 22 | 1 | 13 | 17 | yearEnd=1; also=Slack
ADBE | Adobe Inc. | XNAS | 263.69 | 415 | 15 | 0 | 12 | 30 | yearEnd=11
INTU | Intuit Inc. | XNAS | 361.11 | 278 | 23 | 1.3 | 13 | 21 | yearEnd=7; also=TurboTax, QuickBooks
NOW | ServiceNow, Inc. | XNYS | 127.74 | 1040 | 60 | 0 | 18 | 15
PANW | Palo Alto Networks, Inc. | XNAS | 357.87 | 815 | 60 | 0 | 15 | 15 | yearEnd=7
CRWD | CrowdStrike Holdings, Inc. | XNAS | 772.55 | 253 | -600 | 0 | 18 | -6 | yearEnd=1
SNPS | Synopsys, Inc. | XNAS | 409.59 | 186 | 44 | 0 | 12 | 19 | yearEnd=10
CDNS | Cadence Design Systems, Inc. | XNAS | 321.82 | 273 | 60 | 0 | 14 | 24
FTNT | Fortinet, Inc. | XNAS | 151.18 | 745 | 58 | 0 | 15 | 27
SNOW | Snowflake Inc. | XNYS | 336.27 | 343 | -85 | 0 | 15 | -27 | yearEnd=1
DDOG | Datadog, Inc. | XNAS | 241.04 | 351 | -900 | 0 | 15 | -2.5
NET | Cloudflare, Inc. | XNYS | 297.38 | 351 | -950 | 0 | 15 | -4.4
ADSK | Autodesk, Inc. | XNAS | 252.63 | 212 | 44 | 0 | 11 | 16 | yearEnd=1
WDAY | Workday, Inc. | XNAS | 188.56 | 262 | 55 | 0 | 12 | 8 | yearEnd=1
ROP | Roper Technologies, Inc. | XNAS | 395.4 | 103 | 26 | 0.8 | 9 | 20
TEAM | Atlassian Corporation | XNAS | 165.37 | 263 | -180 | 0 | 14 | -4 | yearEnd=6
MSTR | Strategy Inc | XNAS | 155.32 | 295 | -60 | 0 | 6 | -158 | beta=1.6; loads=Crypto 0.9; also=MicroStrategy
MDB | MongoDB, Inc. | XNAS | 422.59 | 82 | -300 | 0 | 13 | -4.5 | yearEnd=1
ZM | Zoom Communications, Inc. | XNAS | 105.71 | 298 | 21 | 0 | 6 | 30 | yearEnd=1; debt=0
ZS | Zscaler, Inc. | XNAS | 183.69 | 160 | -700 | 0 | 14 | -1.3 | yearEnd=7
FICO | Fair Isaac Corporation | XNYS | 1055.3 | 24 | 42 | 0 | 15 | 33 | yearEnd=9; liabilities=160
HUBS | HubSpot, Inc. | XNYS | 230.16 | 52 | 60 | 0 | 12 | 5
PTC | PTC Inc. | XNAS | 141.04 | 119 | 26 | 0 | 9 | 25 | yearEnd=9
# IT Services
IBM | International Business Machines Corporation | XNYS | 237.22 | 936 | 27 | 2.8 | 4 | 12
ACN | Accenture plc | XNYS | 199.48 | 620 | 16 | 3.1 | 8 | 11 | yearEnd=8; country=Ireland
CTSH | Cognizant Technology Solutions Corporation | XNAS | 58.06 | 480 | 13 | 2.2 | 7 | 11
TWLO | Twilio Inc. | XNYS | 227.63 | 152 | 60 | 0 | 9 | 8
GDDY | GoDaddy Inc. | XNYS | 91.06 | 135 | 15 | 0 | 9 | 17
AKAM | Akamai Technologies, Inc. | XNAS | 110.2 | 144 | 26 | 0 | 6 | 13
INFY | Infosys Limited | XNYS | 11.7 | 4140 | 21 | 2.9 | 8 | 17 | yearEnd=3; country=India
# Communications Equipment
CSCO | Cisco Systems, Inc. | XNAS | 110.8 | 3950 | 36 | 1.5 | 6 | 20 | yearEnd=7
ANET | Arista Networks, Inc. | XNYS | 189.28 | 1257 | 58 | 0 | 18 | 39 | debt=0
MSI | Motorola Solutions, Inc. | XNYS | 479 | 166 | 35 | 1 | 10 | 20
CIEN | Ciena Corporation | XNYS | 397.34 | 141 | 60 | 0 | 10 | 9 | yearEnd=10
# Technology Hardware, Storage & Peripherals
AAPL | Apple Inc. | XNAS | 307.54 | 14680 | 36 | 0.35 | 16 | 27 | yearEnd=9; season=holiday; also=iPhone
DELL | Dell Technologies Inc. | XNYS | 428.92 | 668 | 36 | 0.5 | 10 | 6 | yearEnd=1; liabilities=102
SNDK | Sandisk Corporation | XNAS | 1579 | 148 | 22 | 0 | 10 | 32 | yearEnd=6
STX | Seagate Technology Holdings plc | XNAS | 891.89 | 216 | 46 | 0.4 | 10 | 24 | yearEnd=6; country=Ireland
WDC | Western Digital Corporation | XNAS | 482.94 | 343 | 36 | 0.2 | 8 | 24 | yearEnd=6
HPE | Hewlett Packard Enterprise Company | XNYS | 53.42 | 1325 | 18 | 1.6 | 5 | 5 | yearEnd=10
HPQ | HP Inc. | XNYS | 29.37 | 925 | 9 | 4.6 | 3 | 5 | yearEnd=10; liabilities=103
NTAP | NetApp, Inc. | XNAS | 189.6 | 199 | 28 | 1.2 | 7 | 18 | yearEnd=4
SMCI | Super Micro Computer, Inc. | XNAS | 37.33 | 600 | 18 | 0 | 12 | 4 | yearEnd=6
# Electronic Equipment, Instruments & Components
APH | Amphenol Corporation | XNYS | 158.03 | 1225 | 42 | 0.6 | 14 | 18
GLW | Corning Incorporated | XNYS | 150.43 | 858 | 58 | 0.8 | 7 | 13
TEL | TE Connectivity plc | XNYS | 200.41 | 294 | 26 | 1.5 | 8 | 12 | yearEnd=9; country=Ireland
KEYS | Keysight Technologies, Inc. | XNYS | 314.1 | 172 | 50 | 0 | 9 | 16 | yearEnd=10
JBL | Jabil Inc. | XNYS | 309.63 | 106 | 38 | 0.1 | 9 | 3 | yearEnd=8
TDY | Teledyne Technologies Incorporated | XNYS | 627.43 | 47 | 33 | 0 | 10 | 15
# Interactive Media & Services
GOOGL | Alphabet Inc. | XNAS | 348.24 | 12110 | 31 | 0.25 | 17 | 31 | also=Google, YouTube, GOOG
META | Meta Platforms, Inc. | XNAS | 553.71 | 2530 | 23 | 0.4 | 16 | 30 | also=Facebook, Instagram, WhatsApp
RDDT | Reddit, Inc. | XNYS | 155.22 | 190 | 46 | 0 | 13 | 24 | debt=0
PINS | Pinterest, Inc. | XNYS | 19.6 | 676 | 28 | 0 | 8 | 12 | debt=0
SNAP | Snap Inc. | XNYS | 5.24 | 1690 | -24 | 0 | 5 | -6
# Entertainment
NFLX | Netflix, Inc. | XNAS | 78.25 | 4235 | 28 | 0 | 17 | 24
DIS | The Walt Disney Company | XNYS | 104.85 | 1775 | 16 | 1.4 | 5 | 12 | yearEnd=9; also=Disney, ESPN, Pixar
SPOT | Spotify Technology S.A. | XNYS | 533.29 | 206 | 44 | 0 | 13 | 12 | country=Luxembourg; reports=EUR
TTWO | Take-Two Interactive Software, Inc. | XNAS | 242.19 | 185 | -60 | 0 | 9 | -11 | yearEnd=3
LYV | Live Nation Entertainment, Inc. | XNYS | 183.88 | 233 | 60 | 0 | 9 | 3 | also=Ticketmaster
WBD | Warner Bros. Discovery, Inc. | XNAS | 28.9 | 2480 | 60 | 0 | 3 | 2 | also=HBO
ROKU | Roku, Inc. | XNAS | 157.94 | 148 | 60 | 0 | 8 | 5
TKO | TKO Group Holdings, Inc. | XNYS | 186.51 | 196 | 58 | 1.6 | 9 | 12 | also=UFC, WWE
# Media
CMCSA | Comcast Corporation | XNAS | 26.39 | 3610 | 6 | 4.9 | 3 | 14 | also=NBCUniversal, Xfinity
CHTR | Charter Communications, Inc. | XNAS | 139.94 | 128 | 7 | 0 | 3 | 9
TTD | The Trade Desk, Inc. | XNAS | 12.77 | 485 | 28 | 0 | 10 | 15 | debt=0
FOXA | Fox Corporation | XNAS | 65.37 | 440 | 15 | 0.9 | 5 | 12 | yearEnd=6
OMC | Omnicom Group Inc. | XNYS | 76.98 | 312 | 12 | 3.9 | 4 | 9
# Diversified Telecommunication Services
T | AT&T Inc. | XNYS | 24.58 | 7050 | 9 | 4.6 | 2 | 17
VZ | Verizon Communications Inc. | XNYS | 48.69 | 4220 | 11 | 5.7 | 2 | 14
# Wireless Telecommunication Services
TMUS | T-Mobile US, Inc. | XNAS | 177.68 | 1105 | 17 | 2.3 | 9 | 14
`
