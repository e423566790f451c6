/**
 * Indices. Columns: ticker, name, venue code, level at the anchor date, currency, country, factor loadings, growth in %
 * a year, volatility of its own in % a year, constituents' volume (millions of shares a day).
 */
export const INDICES = `
^GSPC | S&P 500 | SNP | 7480.5 | USD | United States | US 1 | 7.5 | 0 | 4900
^DJI | Dow Jones Industrial Average | DJI | 51140 | USD | United States | US 0.93, Industrials 0.2 | 7 | 0 | 520
^IXIC | NASDAQ Composite | NIM | 25310 | USD | United States | US 1.12, Information Technology 0.6 | 8 | 1 | 8700
^NDX | NASDAQ 100 | NIM | 27790 | USD | United States | US 1.12, Information Technology 0.65 | 8 | 0 | 8700
^RUT | Russell 2000 | WCB | 2903 | USD | United States | US 1.1, Small Cap 1 | 5 | 0 | 4900
^VIX | CBOE Volatility Index | WCB | 16.8 | USD | United States | - | 0 | 0 | 0
^FTSE | FTSE 100 | FGI | 10240 | GBP | United Kingdom | United Kingdom 1 | 3 | 0 | 780
^GDAXI | DAX Performance Index | XETR | 25180 | EUR | Germany | Europe 1.02 | 6 | 5 | 72
^FCHI | CAC 40 | XPAR | 8260 | EUR | France | Europe 1 | 4 | 4 | 66
^AEX | AEX Index | XAMS | 1021 | EUR | Netherlands | Europe 1 | 5 | 5 | 78
^N225 | Nikkei 225 | OSA | 61250 | JPY | Japan | Japan 1 | 5 | 0 | 145
^HSI | Hang Seng Index | XHKG | 25840 | HKD | Hong Kong | China 1 | 2 | 0 | 3300
^AXJO | S&P/ASX 200 | XASX | 8905 | AUD | Australia | Australia 1 | 4 | 0 | 780
^GSPTSE | S&P/TSX Composite Index | TSI | 33480 | CAD | Canada | Canada 1 | 5 | 0 | 270
`
