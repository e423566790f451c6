/**
 * Exchange-traded funds. Columns: ticker, name, MIC, price at the anchor date, shares (millions), distribution
 * yield (%), category, factor loadings, basket of holdings (`-` for none), traits (`payments` a year, 4 unless given;
 * `growth` of the price in % a year, 6 unless given; `volatility` of its own in % a year, 0.4 unless given;
 * `turnover` in % of the shares a day, 1 unless given).
 */
export const FUNDS = `
SPY | SPDR S&P 500 ETF Trust | ARCX | 746.9 | 945 | 1.1 | Large Blend | US 1 | domestic; top=40 | turnover=8
IVV | iShares Core S&P 500 ETF | ARCX | 750.6 | 1010 | 1.15 | Large Blend | US 1 | domestic; top=40
VOO | Vanguard S&P 500 ETF | ARCX | 687.4 | 1260 | 1.15 | Large Blend | US 1 | domestic; top=40
VTI | Vanguard Total Stock Market ETF | ARCX | 368.2 | 1590 | 1.15 | Large Blend | US 0.97, Small Cap 0.08 | domestic; top=60
ITOT | iShares Core S&P Total U.S. Stock Market ETF | ARCX | 163.1 | 520 | 1.15 | Large Blend | US 0.97, Small Cap 0.08 | domestic; top=60
RSP | Invesco S&P 500 Equal Weight ETF | ARCX | 204.6 | 390 | 1.6 | Large Blend | US 0.97, Small Cap 0.25 | domestic; top=200; weights=equal | turnover=3
QQQ | Invesco QQQ Trust, Series 1 | XNAS | 676.8 | 640 | 0.5 | Large Growth | US 1.12, Information Technology 0.65 | nasdaq; top=40 | growth=8; turnover=8
QQQM | Invesco NASDAQ 100 ETF | XNAS | 278.6 | 290 | 0.5 | Large Growth | US 1.12, Information Technology 0.65 | nasdaq; top=40 | growth=8; turnover=1.2
DIA | SPDR Dow Jones Industrial Average ETF Trust | ARCX | 511.4 | 88 | 1.4 | Large Value | US 0.93, Industrials 0.2 | dow; weights=price | payments=12; turnover=5
IWM | iShares Russell 2000 ETF | ARCX | 288.3 | 265 | 1 | Small Blend | US 1.1, Small Cap 1 | - | growth=5; turnover=12
IJR | iShares Core S&P Small-Cap ETF | ARCX | 131.7 | 690 | 1.3 | Small Blend | US 1.05, Small Cap 0.9 | - | growth=5
IJH | iShares Core S&P Mid-Cap ETF | ARCX | 71.4 | 1500 | 1.3 | Mid-Cap Blend | US 1.05, Small Cap 0.5 | -
VUG | Vanguard Growth ETF | ARCX | 512.3 | 400 | 0.4 | Large Growth | US 1.08, Information Technology 0.5 | domestic; growth>11; top=40 | growth=8
VTV | Vanguard Value ETF | ARCX | 207.4 | 790 | 2 | Large Value | US 0.88, Financials 0.25, Health Care 0.2 | domestic; pe<24; top=40 | growth=5
SCHD | Schwab U.S. Dividend Equity ETF | ARCX | 30.8 | 2550 | 3.5 | Large Value | US 0.82, Consumer Staples 0.3, Energy 0.2 | domestic; yield>2.4; top=40
VYM | Vanguard High Dividend Yield ETF | ARCX | 156.2 | 470 | 2.4 | Large Value | US 0.86, Financials 0.25, Health Care 0.15 | domestic; yield>1.7; top=40 | growth=5
VIG | Vanguard Dividend Appreciation ETF | ARCX | 232.6 | 440 | 1.6 | Large Blend | US 0.88, Industrials 0.1 | domestic; yield>0.3; top=40
JEPI | JPMorgan Equity Premium Income ETF | ARCX | 57.9 | 720 | 7.8 | Derivative Income | US 0.6 | domestic; top=60; weights=equal | payments=12; growth=1
XLK | Technology Select Sector SPDR Fund | ARCX | 168.4 | 560 | 0.6 | Technology | US 1.1, Information Technology 1 | domestic; sector=Information Technology; top=30 | growth=9; turnover=4
XLF | Financial Select Sector SPDR Fund | ARCX | 56.2 | 950 | 1.4 | Financial | US 1.05, Financials 1 | domestic; sector=Financials; top=30 | turnover=5
XLV | Health Care Select Sector SPDR Fund | ARCX | 158.3 | 250 | 1.6 | Health | US 0.75, Health Care 1 | domestic; sector=Health Care; top=30 | turnover=4
XLE | Energy Select Sector SPDR Fund | ARCX | 61.2 | 520 | 2.9 | Equity Energy | US 0.8, Energy 1 | domestic; sector=Energy; top=20 | growth=4; turnover=5
XLI | Industrial Select Sector SPDR Fund | ARCX | 178.6 | 150 | 1.3 | Industrials | US 1.02, Industrials 1 | domestic; sector=Industrials; top=30 | turnover=6
XLY | Consumer Discretionary Select Sector SPDR Fund | ARCX | 124.4 | 190 | 0.8 | Consumer Cyclical | US 1.15, Consumer Discretionary 1 | domestic; sector=Consumer Discretionary; top=30 | turnover=4
XLP | Consumer Staples Select Sector SPDR Fund | ARCX | 84.9 | 190 | 2.5 | Consumer Defensive | US 0.55, Consumer Staples 1 | domestic; sector=Consumer Staples; top=25 | growth=5; turnover=7
XLU | Utilities Select Sector SPDR Fund | ARCX | 46.8 | 460 | 2.7 | Utilities | US 0.55, Utilities 1 | domestic; sector=Utilities; top=25 | growth=4; turnover=4
XLB | Materials Select Sector SPDR Fund | ARCX | 51.3 | 120 | 1.8 | Natural Resources | US 1, Materials 1 | domestic; sector=Materials; top=20
XLRE | Real Estate Select Sector SPDR Fund | ARCX | 43.6 | 180 | 3.2 | Real Estate | US 0.9, Real Estate 1 | domestic; sector=Real Estate; top=20 | growth=3; turnover=4
XLC | Communication Services Select Sector SPDR Fund | ARCX | 121.9 | 210 | 1 | Communications | US 1.05, Communication Services 1 | domestic; sector=Communication Services; top=20 | turnover=4
SMH | VanEck Semiconductor ETF | XNAS | 571.2 | 72 | 0.3 | Technology | US 1.25, Information Technology 1.5 | industry=Semiconductors & Semiconductor Equipment; market=XNAS XNYS; top=20 | payments=1; growth=11; volatility=9; turnover=10
XBI | SPDR S&P Biotech ETF | ARCX | 142.8 | 62 | 0.2 | Health | US 1, Health Care 1.2, Small Cap 0.8 | industry=Biotechnology; market=XNAS XNYS; top=20; weights=equal | volatility=14; turnover=9
KRE | SPDR S&P Regional Banking ETF | ARCX | 71.6 | 60 | 2.4 | Financial | US 1.05, Financials 1.3, Small Cap 0.5 | - | growth=4; volatility=10; turnover=18
ARKK | ARK Innovation ETF | ARCX | 78.4 | 96 | 0 | Mid-Cap Growth | US 1.5, Information Technology 0.9, Small Cap 0.8 | - | growth=6; volatility=16; turnover=8
GDX | VanEck Gold Miners ETF | ARCX | 96.3 | 280 | 0.8 | Equity Precious Metals | US 0.4, Gold 1.5 | - | payments=1; growth=4; volatility=12; turnover=9
VNQ | Vanguard Real Estate ETF | ARCX | 96.2 | 370 | 3.7 | Real Estate | US 0.9, Real Estate 1 | domestic; sector=Real Estate; top=30 | growth=3
EFA | iShares MSCI EAFE ETF | ARCX | 103.7 | 690 | 2.9 | Foreign Large Blend | Europe 0.45, United Kingdom 0.15, Japan 0.24, Australia 0.07, China 0.03 | market=XLON XETR XPAR XAMS XTKS XASX; top=60 | payments=2; growth=4; turnover=3
VEA | Vanguard FTSE Developed Markets ETF | ARCX | 67.9 | 2700 | 2.8 | Foreign Large Blend | Europe 0.42, United Kingdom 0.13, Japan 0.21, Australia 0.07, Canada 0.1 | market=XLON XETR XPAR XAMS XTKS XASX XTSE; top=70 | growth=4
IEFA | iShares Core MSCI EAFE ETF | ARCX | 97.2 | 1720 | 2.9 | Foreign Large Blend | Europe 0.45, United Kingdom 0.15, Japan 0.24, Australia 0.07, China 0.03 | market=XLON XETR XPAR XAMS XTKS XASX; top=60 | payments=2; growth=4
EEM | iShares MSCI Emerging Markets ETF | ARCX | 61.7 | 370 | 2.1 | Diversified Emerging Mkts | Emerging 0.7, China 0.3 | emerging; top=30 | payments=2; growth=3; turnover=8
VWO | Vanguard FTSE Emerging Markets ETF | ARCX | 58.9 | 1800 | 2.5 | Diversified Emerging Mkts | Emerging 0.65, China 0.35 | emerging; top=30 | growth=3
VXUS | Vanguard Total International Stock ETF | XNAS | 81.6 | 1500 | 2.8 | Foreign Large Blend | Europe 0.32, United Kingdom 0.1, Japan 0.16, Australia 0.05, Canada 0.08, Emerging 0.2, China 0.08 | market=XLON XETR XPAR XAMS XTKS XHKG XASX XTSE; top=80 | growth=4
EWJ | iShares MSCI Japan ETF | ARCX | 91.8 | 190 | 3.6 | Japan Stock | Japan 1 | market=XTKS; top=30 | payments=2; growth=4; turnover=4
FXI | iShares China Large-Cap ETF | ARCX | 38.2 | 165 | 2.4 | China Region | China 1.05 | country=China; market=XHKG; top=25 | payments=2; growth=2; turnover=16
ACWI | iShares MSCI ACWI ETF | XNAS | 152.6 | 170 | 1.5 | Global Large-Stock Blend | US 0.63, Europe 0.12, United Kingdom 0.04, Japan 0.06, Emerging 0.07, China 0.03, Canada 0.03 | top=80 | payments=2
AGG | iShares Core U.S. Aggregate Bond ETF | ARCX | 99.6 | 1330 | 3.9 | Intermediate Core Bond | Rates 6 | - | payments=12; growth=0
BND | Vanguard Total Bond Market ETF | XNAS | 73.9 | 1950 | 3.9 | Intermediate Core Bond | Rates 6 | - | payments=12; growth=0
TLT | iShares 20+ Year Treasury Bond ETF | XNAS | 87.4 | 560 | 4.5 | Long Government | Rates 16, US -0.2 | - | payments=12; growth=0; turnover=7
IEF | iShares 7-10 Year Treasury Bond ETF | XNAS | 95.8 | 390 | 3.8 | Long Government | Rates 7.2, US -0.08 | - | payments=12; growth=0
SHY | iShares 1-3 Year Treasury Bond ETF | XNAS | 82.7 | 290 | 3.8 | Short Government | Rates 1.85, US -0.02 | - | payments=12; growth=0; volatility=0.1
LQD | iShares iBoxx $ Investment Grade Corporate Bond ETF | ARCX | 110.3 | 270 | 4.5 | Corporate Bond | Rates 8, US 0.12 | - | payments=12; growth=0; turnover=9
HYG | iShares iBoxx $ High Yield Corporate Bond ETF | ARCX | 80.4 | 230 | 5.8 | High Yield Bond | Rates 2.5, US 0.28 | - | payments=12; growth=0; turnover=15; volatility=2.5
TIP | iShares TIPS Bond ETF | ARCX | 110.6 | 130 | 3.3 | Inflation-Protected Bond | Rates 5.8 | - | payments=12; growth=0; volatility=1.5
MUB | iShares National Muni Bond ETF | ARCX | 106.4 | 390 | 3.2 | Muni National Interm | Rates 4.2 | - | payments=12; growth=0; volatility=1
GLD | SPDR Gold Shares | ARCX | 402.6 | 390 | 0 | Commodities Focused | Gold 1 | - | growth=6; turnover=3
IAU | iShares Gold Trust | ARCX | 82.4 | 890 | 0 | Commodities Focused | Gold 1 | - | growth=6
SLV | iShares Silver Trust | ARCX | 58.3 | 560 | 0 | Commodities Focused | Gold 1.5 | - | growth=4; volatility=14; turnover=5
USO | United States Oil Fund, LP | ARCX | 104.2 | 12 | 0 | Commodities Focused | Energy 1.6 | - | growth=0; volatility=16; turnover=25
IBIT | iShares Bitcoin Trust ETF | XNAS | 43.3 | 1380 | 0 | Digital Assets | Crypto 1 | - | growth=12; turnover=4
ISF.L | iShares Core FTSE 100 UCITS ETF GBP (Dist) | XLON | 10.18 | 1560 | 3.2 | UK Large-Cap Equity | United Kingdom 1 | market=XLON; top=30 | growth=3
EXS1.DE | iShares Core DAX UCITS ETF (DE) EUR (Acc) | XETR | 208.4 | 42 | 0 | Germany Equity | Europe 1.02 | market=XETR; top=25 | growth=6; volatility=5
IWDA.AS | iShares Core MSCI World UCITS ETF USD (Acc) | XAMS | 118.6 | 950 | 0 | Global Large-Cap Blend Equity | US 0.7, Europe 0.13, United Kingdom 0.04, Japan 0.06, Canada 0.03 | market=XNAS XNYS XLON XETR XPAR XAMS XTKS XASX XTSE; top=80
1306.T | NEXT FUNDS TOPIX Exchange Traded Fund | XTKS | 4045 | 6400 | 2 | Japan Large-Cap Equity | Japan 1 | market=XTKS; top=30 | payments=1; growth=4
2800.HK | Tracker Fund of Hong Kong | XHKG | 26.4 | 5900 | 3 | Hong Kong Equity | China 1 | market=XHKG; top=25 | payments=2; growth=2; turnover=3
STW.AX | SPDR S&P/ASX 200 ETF | XASX | 81.5 | 76 | 3.4 | Australia Large Blend | Australia 1 | market=XASX; top=20 | growth=4
XIU.TO | iShares S&P/TSX 60 Index ETF | XTSE | 49.7 | 400 | 2.5 | Canadian Equity | Canada 1 | market=XTSE; top=25 | growth=5
`
