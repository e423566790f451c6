/** Tokyo, Hong Kong and Sydney; the columns are those of `equity-table.ts`. */
export const ASIA_PACIFIC = `
# Semiconductors & Semiconductor Equipment
8035.T | Tokyo Electron Limited | XTKS | 42150 | 458 | 32 | 1.5 | 12 | 22 | yearEnd=3
6857.T | Advantest Corporation | XTKS | 26050 | 729 | 52 | 0.2 | 14 | 33 | yearEnd=3
# Technology Hardware, Storage & Peripherals
1810.HK | Xiaomi Corporation | XHKG | 36.2 | 26040 | 20 | 0 | 10 | 9 | country=China; reports=CNY
# Electronic Equipment, Instruments & Components
6861.T | Keyence Corporation | XTKS | 60120 | 242.5 | 35 | 0.8 | 10 | 37 | yearEnd=3; debt=0
6981.T | Murata Manufacturing Co., Ltd. | XTKS | 4310 | 1850 | 34 | 1.4 | 7 | 13 | yearEnd=3
# Interactive Media & Services
0700.HK | Tencent Holdings Limited | XHKG | 562 | 9140 | 19 | 0.9 | 12 | 31 | country=China; reports=CNY; also=WeChat
9888.HK | Baidu, Inc. | XHKG | 90.35 | 2750 | 15 | 0 | 5 | 11 | country=China; reports=CNY
1024.HK | Kuaishou Technology | XHKG | 60.4 | 4300 | 13 | 1.5 | 9 | 12 | country=China; reports=CNY
# Entertainment
7974.T | Nintendo Co., Ltd. | XTKS | 9810 | 1164 | 29 | 1.7 | 8 | 19 | yearEnd=3; debt=0
9999.HK | NetEase, Inc. | XHKG | 202.25 | 3170 | 15 | 2.3 | 10 | 31 | country=China; reports=CNY
# Diversified Telecommunication Services
9432.T | NTT, Inc. | XTKS | 154.6 | 82900 | 13 | 3.4 | 4 | 7.4 | yearEnd=3; also=Nippon Telegraph
TLS.AX | Telstra Group Limited | XASX | 5.04 | 11390 | 24 | 3.9 | 3 | 10 | yearEnd=6
# Wireless Telecommunication Services
9433.T | KDDI Corporation | XTKS | 2652 | 3850 | 14 | 3 | 5 | 12 | yearEnd=3
9984.T | SoftBank Group Corp. | XTKS | 4512 | 5710 | 9 | 0.25 | 7 | 30 | yearEnd=3; also=Softbank
0941.HK | China Mobile Limited | XHKG | 86.2 | 21630 | 11.5 | 6.3 | 4 | 14 | country=China; reports=CNY
# Broadline Retail
9618.HK | JD.com, Inc. | XHKG | 106.75 | 2900 | 14 | 2.9 | 8 | 1.6 | country=China; reports=CNY
# Specialty Retail
9983.T | Fast Retailing Co., Ltd. | XTKS | 62250 | 306.8 | 42 | 0.8 | 10 | 13 | yearEnd=8; also=Uniqlo
# Automobiles
7203.T | Toyota Motor Corporation | XTKS | 3173 | 13030 | 11.5 | 2.9 | 6 | 7 | yearEnd=3; also=Lexus
7267.T | Honda Motor Co., Ltd. | XTKS | 1619 | 4300 | 12 | 4.2 | 3 | 2.6 | yearEnd=3
1211.HK | BYD Company Limited | XHKG | 100.4 | 9117 | 22 | 1.4 | 10 | 4.5 | country=China; reports=CNY
# Hotels, Restaurants & Leisure
0027.HK | Galaxy Entertainment Group Limited | XHKG | 40.2 | 4375 | 16 | 3 | 4 | 24
3690.HK | Meituan | XHKG | 90.6 | 6110 | -28 | 0 | 7 | -3 | country=China; reports=CNY
ALL.AX | Aristocrat Leisure Limited | XASX | 55.3 | 620 | 22 | 1.7 | 9 | 24 | yearEnd=9
# Textiles, Apparel & Luxury Goods
2020.HK | ANTA Sports Products Limited | XHKG | 80.5 | 2800 | 14 | 3.3 | 9 | 21 | country=China; reports=CNY
# Household Durables
6758.T | Sony Group Corporation | XTKS | 3796 | 5985 | 19 | 0.7 | 7 | 9 | yearEnd=3; also=PlayStation
# Consumer Staples Distribution & Retail
WOW.AX | Woolworths Group Limited | XASX | 30.2 | 1221 | 25 | 2.9 | 4 | 2 | yearEnd=6
COL.AX | Coles Group Limited | XASX | 22.1 | 1342 | 26 | 3.2 | 5 | 2.5 | yearEnd=6
WES.AX | Wesfarmers Limited | XASX | 80.4 | 1135 | 31 | 2.6 | 7 | 6.4 | yearEnd=6; also=Bunnings
# Tobacco
2914.T | Japan Tobacco Inc. | XTKS | 5920 | 1776 | 19 | 3.9 | 4 | 16
# Oil, Gas & Consumable Fuels
0883.HK | CNOOC Limited | XHKG | 23.9 | 47530 | 8 | 5.9 | 6 | 31 | country=China; reports=CNY
0857.HK | PetroChina Company Limited | XHKG | 9.15 | 183020 | 9 | 5.6 | 4 | 5.5 | country=China; reports=CNY
WDS.AX | Woodside Energy Group Ltd | XASX | 34.69 | 1900 | 17 | 5.1 | 3 | 21 | reports=USD
# Banks
8306.T | Mitsubishi UFJ Financial Group, Inc. | XTKS | 3673 | 11450 | 17 | 2.3 | 6 | 16 | yearEnd=3; also=MUFG
8316.T | Sumitomo Mitsui Financial Group, Inc. | XTKS | 4785 | 3840 | 14 | 2.9 | 6 | 14 | yearEnd=3; also=SMFG
8411.T | Mizuho Financial Group, Inc. | XTKS | 8264 | 2490 | 16 | 2.1 | 6 | 13 | yearEnd=3
0939.HK | China Construction Bank Corporation | XHKG | 8.24 | 250010 | 5.6 | 5.3 | 4 | 44 | country=China; reports=CNY; also=CCB
1398.HK | Industrial and Commercial Bank of China Limited | XHKG | 6.72 | 356410 | 6 | 5.1 | 4 | 43 | country=China; reports=CNY; also=ICBC
3988.HK | Bank of China Limited | XHKG | 4.71 | 294390 | 5.8 | 5.4 | 3 | 38 | country=China; reports=CNY
CBA.AX | Commonwealth Bank of Australia | XASX | 164.8 | 1673 | 26 | 3 | 6 | 36 | yearEnd=6; also=CommBank
NAB.AX | National Australia Bank Limited | XASX | 43.2 | 3062 | 18 | 4 | 4 | 33 | yearEnd=9
WBC.AX | Westpac Banking Corporation | XASX | 38.9 | 3420 | 19 | 4 | 4 | 32 | yearEnd=9
ANZ.AX | ANZ Group Holdings Limited | XASX | 35.6 | 2985 | 17 | 4.7 | 4 | 30 | yearEnd=9
# Financial Services
8591.T | ORIX Corporation | XTKS | 6227 | 1118 | 16 | 2.4 | 6 | 15 | yearEnd=3
# Capital Markets
8604.T | Nomura Holdings, Inc. | XTKS | 1542 | 2940 | 12 | 3.7 | 4 | 8 | yearEnd=3
0388.HK | Hong Kong Exchanges and Clearing Limited | XHKG | 418 | 1268 | 32 | 2.9 | 6 | 60 | also=HKEX
MQG.AX | Macquarie Group Limited | XASX | 212.4 | 381 | 20 | 3.1 | 8 | 22 | yearEnd=3
# Insurance
8766.T | Tokio Marine Holdings, Inc. | XTKS | 6210 | 1930 | 12 | 3.4 | 8 | 12 | yearEnd=3
1299.HK | AIA Group Limited | XHKG | 85.3 | 10500 | 17 | 2.2 | 8 | 26 | reports=USD
2318.HK | Ping An Insurance (Group) Company of China, Ltd. | XHKG | 62.1 | 18210 | 7.6 | 4.5 | 7 | 13 | country=China; reports=CNY
QBE.AX | QBE Insurance Group Limited | XASX | 20.2 | 1510 | 11 | 4.4 | 6 | 9 | reports=USD
# Pharmaceuticals
4502.T | Takeda Pharmaceutical Company Limited | XTKS | 5841 | 1580 | 32 | 3.4 | 3 | 5 | yearEnd=3
4519.T | Chugai Pharmaceutical Co., Ltd. | XTKS | 8310 | 1645 | 29 | 1.5 | 8 | 35
4568.T | Daiichi Sankyo Company, Limited | XTKS | 2890 | 1870 | 19 | 2.7 | 7 | 15 | yearEnd=3
# Biotechnology
CSL.AX | CSL Limited | XASX | 160.4 | 485 | 22 | 2.7 | 8 | 20 | yearEnd=6; reports=USD
# Health Care Equipment & Supplies
7741.T | HOYA Corporation | XTKS | 24120 | 342 | 38 | 1.1 | 9 | 24 | yearEnd=3
# Industrial Conglomerates
6501.T | Hitachi, Ltd. | XTKS | 5310 | 4540 | 29 | 0.9 | 8 | 8 | yearEnd=3
0001.HK | CK Hutchison Holdings Limited | XHKG | 62.2 | 3830 | 11 | 3.6 | 1 | 7
# Machinery
7011.T | Mitsubishi Heavy Industries, Ltd. | XTKS | 4630 | 3360 | 48 | 0.5 | 8 | 6 | yearEnd=3
6954.T | Fanuc Corporation | XTKS | 6520 | 935 | 36 | 1.6 | 5 | 19 | yearEnd=3; debt=0
# Building Products
6367.T | Daikin Industries, Ltd. | XTKS | 20080 | 293 | 21 | 1.7 | 7 | 6 | yearEnd=3
# Ground Transportation
0066.HK | MTR Corporation Limited | XHKG | 32.4 | 6225 | 13 | 4 | 2 | 26
# Professional Services
6098.T | Recruit Holdings Co., Ltd. | XTKS | 8480 | 1440 | 28 | 0.3 | 9 | 12 | yearEnd=3; also=Indeed
# Trading Companies & Distributors
8058.T | Mitsubishi Corporation | XTKS | 4620 | 3690 | 19 | 2.5 | 6 | 4.5 | yearEnd=3
8001.T | ITOCHU Corporation | XTKS | 2012 | 7030 | 15 | 2.2 | 7 | 6 | yearEnd=3
# Chemicals
4063.T | Shin-Etsu Chemical Co., Ltd. | XTKS | 5810 | 1900 | 22 | 1.8 | 8 | 19 | yearEnd=3; debt=0
# Metals & Mining
BHP.AX | BHP Group Limited | XASX | 69.1 | 5078 | 19 | 3.4 | 5 | 22 | yearEnd=6; reports=USD
FMG.AX | Fortescue Ltd | XASX | 21.1 | 3079 | 12 | 5.2 | 5 | 22 | yearEnd=6; reports=USD
NST.AX | Northern Star Resources Ltd | XASX | 24.8 | 1430 | 19 | 2.3 | 7 | 22 | yearEnd=6; loads=Gold 0.9
# Electric Utilities
0002.HK | CLP Holdings Limited | XHKG | 70.1 | 2526 | 15 | 4.5 | 3 | 13
# Industrial REITs
GMG.AX | Goodman Group | XASX | 30.2 | 2030 | 28 | 1 | 9 | 75 | yearEnd=6
# Real Estate Management & Development
0016.HK | Sun Hung Kai Properties Limited | XHKG | 125.2 | 2898 | 16 | 3 | 3 | 26 | yearEnd=6
# Automobile Components
6902.T | DENSO Corporation | XTKS | 2105 | 2790 | 14 | 3 | 5 | 6 | yearEnd=3
# Transportation Infrastructure
TCL.AX | Transurban Group | XASX | 14.4 | 3110 | 60 | 4.5 | 5 | 19 | yearEnd=6
`
