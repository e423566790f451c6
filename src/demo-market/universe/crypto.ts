/**
 * Crypto assets against the dollar. Columns: ticker, name, price at the anchor date, circulating supply (millions),
 * loading on the crypto market, volatility of its own in % a year, other names.
 */
export const CRYPTO = `
BTC-USD | Bitcoin USD | 76240 | 20.06 | 1 | 0 | XBT
ETH-USD | Ethereum USD | 2285 | 120.7 | 1.15 | 32 | Ether
XRP-USD | XRP USD | 1.52 | 61000 | 1.05 | 48 | Ripple
BNB-USD | BNB USD | 684 | 136 | 0.85 | 30 | Binance Coin
SOL-USD | Solana USD | 94.6 | 575 | 1.25 | 42
DOGE-USD | Dogecoin USD | 0.1092 | 153000 | 1.25 | 52
ADA-USD | Cardano USD | 0.2815 | 36100 | 1.2 | 45
TRX-USD | TRON USD | 0.3104 | 94700 | 0.6 | 30
LINK-USD | Chainlink USD | 10.42 | 708 | 1.2 | 45
AVAX-USD | Avalanche USD | 11.27 | 432 | 1.25 | 48
XLM-USD | Stellar USD | 0.1824 | 32600 | 1.05 | 48
SUI-USD | Sui USD | 1.164 | 3900 | 1.3 | 60
BCH-USD | Bitcoin Cash USD | 482.3 | 20.02 | 1 | 42
HBAR-USD | Hedera USD | 0.1038 | 43100 | 1.2 | 52
LTC-USD | Litecoin USD | 61.4 | 77.1 | 1 | 38
TON-USD | Toncoin USD | 1.436 | 2510 | 0.9 | 50
DOT-USD | Polkadot USD | 1.582 | 1650 | 1.2 | 46 | Polkadot Network
UNI-USD | Uniswap USD | 4.12 | 632 | 1.25 | 54
XMR-USD | Monero USD | 352.8 | 18.45 | 0.6 | 42
ZEC-USD | Zcash USD | 268.4 | 16.5 | 0.9 | 68
AAVE-USD | Aave USD | 128.6 | 15.3 | 1.25 | 52
NEAR-USD | NEAR Protocol USD | 1.438 | 1290 | 1.3 | 54
ETC-USD | Ethereum Classic USD | 10.18 | 155 | 1.1 | 42
ICP-USD | Internet Computer USD | 2.794 | 548 | 1.2 | 56
APT-USD | Aptos USD | 1.126 | 780 | 1.3 | 56
ATOM-USD | Cosmos USD | 2.214 | 486 | 1.15 | 46
ALGO-USD | Algorand USD | 0.1217 | 8900 | 1.2 | 50
FIL-USD | Filecoin USD | 1.142 | 745 | 1.25 | 52
ARB-USD | Arbitrum USD | 0.1346 | 5900 | 1.3 | 56
POL-USD | Polygon USD | 0.1128 | 10550 | 1.2 | 52 | Matic
OP-USD | Optimism USD | 0.1582 | 2100 | 1.3 | 58
INJ-USD | Injective USD | 3.542 | 100 | 1.3 | 58
VET-USD | VeChain USD | 0.00912 | 86000 | 1.2 | 50
`
