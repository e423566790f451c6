import { linesOf, readRow } from '../table.ts'

/** How nervous a share is. */
export interface Temperament {
  /** Sensitivity to its market. */
  beta: number
  /** Of all its movements in ordinary times, a year. */
  volatility: number
}

/**
 * Shares that are known to be calmer or wilder than their industry: tickers, beta, volatility in % a year. Orders of magnitude
 * of the five years to 2026, from daily prices against the S&P 500.
 */
const TABLE = `
TSLA | 2 | 58
NVDA | 1.8 | 50
AMD | 1.8 | 52
AVGO | 1.45 | 42
MU | 1.5 | 48
INTC | 1.3 | 44
SMCI | 1.7 | 75
ARM | 1.9 | 60
MRVL | 1.7 | 55
TSM | 1.25 | 36
QCOM | 1.35 | 38
TXN | 1.05 | 30
AAPL | 1.15 | 28
MSFT | 1 | 26
GOOGL | 1.1 | 30
AMZN | 1.25 | 34
META | 1.3 | 40
NFLX | 1.25 | 42
ORCL | 1.15 | 36
IBM | 0.75 | 24
CSCO | 0.9 | 24
ADBE | 1.25 | 36
CRM | 1.25 | 37
PLTR | 1.9 | 66
SNOW | 1.5 | 58
CRWD | 1.4 | 50
NET | 1.7 | 60
DDOG | 1.5 | 52
ZM | 1 | 46
MSTR | 1.6 | 95
ROKU | 1.8 | 66
SNAP | 1.6 | 68
TTD | 1.6 | 58
SHOP.TO | 1.8 | 58
COIN | 2 | 85
HOOD | 1.9 | 68
SOFI | 1.8 | 62
XYZ | 1.8 | 55
PYPL | 1.4 | 42
CVNA | 2.2 | 90
RIVN | 1.8 | 70
GM | 1.3 | 37
F | 1.35 | 38
UBER | 1.3 | 42
ABNB | 1.3 | 42
DASH | 1.5 | 48
CCL | 1.9 | 55
RCL | 1.8 | 48
BA | 1.35 | 40
DAL | 1.3 | 40
UAL | 1.4 | 46
KO | 0.5 | 17
PEP | 0.5 | 18
PG | 0.45 | 18
CL | 0.45 | 18.5
KMB | 0.4 | 20
JNJ | 0.45 | 17.5
MRK | 0.4 | 22
PFE | 0.55 | 25
LLY | 0.6 | 32
BMY | 0.4 | 24
ABBV | 0.5 | 23
AMGN | 0.55 | 24
UNH | 0.55 | 29
MRNA | 1.2 | 66
NVO | 0.7 | 36
WMT | 0.55 | 21
COST | 0.85 | 23
TGT | 1 | 34
MCD | 0.55 | 18.5
SBUX | 0.95 | 29
NKE | 1.15 | 34
HD | 1 | 25
LOW | 1.05 | 27
DIS | 1.15 | 31
VZ | 0.4 | 21
T | 0.5 | 23
TMUS | 0.6 | 24
JPM | 1.05 | 26
BAC | 1.25 | 29
WFC | 1.15 | 30
C | 1.3 | 31
GS | 1.25 | 29
MS | 1.3 | 30
BRK-B | 0.8 | 18.5
V | 0.9 | 22
MA | 0.95 | 24
AXP | 1.2 | 29
BLK | 1.25 | 28
XOM | 0.75 | 27
CVX | 0.8 | 27
OXY | 1.1 | 42
CAT | 1.1 | 30
GE | 1.2 | 32
LMT | 0.45 | 23
RTX | 0.7 | 24
NEE | 0.6 | 28
DUK | 0.4 | 18.5
SO | 0.4 | 18.5
NEM | 0.5 | 40
RKLB | 2 | 78
7974.T | 0.75 | 30
0700.HK | 0.95 | 36
`

const temperaments = new Map(
  linesOf(TABLE)
    .map(readRow)
    .map((row): [string, Temperament] => [row.text(0), { beta: row.number(1), volatility: row.percent(2) }]),
)

/** What is known of a share's temperament; null where it is that of its industry. */
export function temperamentOf(ticker: string): Temperament | null {
  return temperaments.get(ticker) ?? null
}

/** Tickers in the table. */
export function temperedTickers(): string[] {
  return [...temperaments.keys()]
}
