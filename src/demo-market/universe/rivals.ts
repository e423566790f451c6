import { linesOf, readRow } from '../table.ts'

/**
 * Companies that anybody names in one breath, closer to one another than an industry is: what the group is called, its tickers.
 * A share is in one group at most.
 */
const TABLE = `
technology giants | AAPL MSFT GOOGL META AMZN
graphics and server chips | NVDA AMD AVGO INTC
memory chips | MU SNDK WDC STX
chip equipment | LRCX AMAT KLAC ASML.AS 8035.T TER
chip makers | TXN ADI NXPI MCHP ON IFX.DE STMPA.PA
phone chips | QCOM ARM
business software | ORCL SAP.DE
cloud software | CRM ADBE INTU NOW WDAY
security software | CRWD PANW FTNT ZS NET
design software | SNPS CDNS
computers | DELL HPQ HPE
payment networks | V MA
payment services | PYPL XYZ FISV FIS ADYEN.AS
card lenders | AXP COF SYF
large banks | JPM BAC WFC C
investment banks | GS MS
regional banks | PNC USB TFC FITB MTB HBAN CFG
ratings and indices | SPGI MCO MSCI
private equity | BX KKR APO
crypto brokers | COIN HOOD
exchanges | CME ICE NDAQ
soft drinks | KO PEP KDP
household goods | PG CL KMB CHD
cigarettes | PM MO BATS.L IMB.L 2914.T
supermarkets | WMT COST TGT KR
home improvement | HD LOW
car parts | ORLY AZO
discount clothing | TJX ROST
restaurants | MCD SBUX YUM CMG DPZ DRI
hotels | MAR HLT
travel agents | BKNG EXPE ABNB
cruises | RCL CCL
sport shoes | NKE ADS.DE DECK LULU
luxury | MC.PA RMS.PA KER.PA
American cars | TSLA GM F RIVN
Japanese cars | 7203.T 7267.T
German cars | BMW.DE MBG.DE VOW3.DE
films and series | NFLX DIS WBD CMCSA
telephone | T VZ TMUS
American medicines | LLY JNJ MRK PFE BMY ABBV NVO
European medicines | AZN.L GSK.L SAN.PA NVS
biotechnology | AMGN GILD VRTX REGN BIIB
health insurers | UNH CVS CI ELV HUM CNC
medical devices | ABT MDT SYK BSX ISRG
laboratories | TMO DHR
oil majors | XOM CVX SHEL.L BP.L TTE.PA
oil producers | COP EOG OXY DVN FANG
refiners | MPC VLO PSX
pipelines | KMI WMB ET EPD OKE ENB.TO TRP.TO
oil services | SLB HAL BKR
aircraft | BA AIR.PA
armaments | LMT RTX NOC GD LHX
machines | CAT DE CMI PCAR
parcels | UPS FDX DHL.DE
airlines | DAL UAL LUV
railways | UNP CSX NSC CNR.TO CP.TO
waste | WM RSG
power | NEE DUK SO AEP
miners | BHP.AX RIO.L GLEN.L VALE
gold miners | NEM AEM.TO ABX.TO
towers | AMT CCI
data centres | EQIX DLR
British banks | HSBA.L BARC.L LLOY.L NWG.L STAN.L
Japanese banks | 8306.T 8316.T 8411.T
Canadian banks | RY.TO TD.TO BMO.TO BNS.TO CM.TO
Australian banks | CBA.AX NAB.AX WBC.AX ANZ.AX
Chinese banks | 1398.HK 0939.HK 3988.HK
Chinese shops | BABA PDD 9618.HK 3690.HK
Chinese platforms | 0700.HK 9888.HK 9999.HK 1024.HK
first coins | BTC-USD ETH-USD
`

const groups = new Map(
  linesOf(TABLE)
    .map(readRow)
    .flatMap((row) =>
      row
        .text(1)
        .split(' ')
        .map((ticker): [string, string] => [ticker, row.text(0)]),
    ),
)

/** The group of rivals that a ticker is in; null for none. */
export function rivalsOf(ticker: string): string | null {
  return groups.get(ticker) ?? null
}

/** Tickers in the table, as often as they stand there. */
export function tickersWithRivals(): string[] {
  return linesOf(TABLE).flatMap((line) => readRow(line).text(1).split(' '))
}
