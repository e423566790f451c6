/**
 * Which tags make which line. Every list is in order of preference; docs/fundamentals.md explains the choice and the
 * formulas. Tags die and are replaced over the years, so a list names the present and the former ones.
 */

export type StatementTaxonomy = 'us-gaap' | 'ifrs-full'

/** What flow lines are made of: amounts over a period. */
export const FLOW_ITEMS = [
  'revenue',
  'netInterestIncome',
  'noninterestIncome',
  'costOfRevenue',
  'costOfGoods',
  'costOfServices',
  'grossProfit',
  'operatingIncome',
  'netIncome',
  'netIncomeWithMinorities',
  'minorityShareOfIncome',
  'netIncomeToCommon',
  'epsDiluted',
  'depreciationAmortization',
  'depreciation',
  'amortization',
  'operatingCashFlow',
  'capex',
  'insuranceOrBanking',
] as const
export type FlowItem = (typeof FLOW_ITEMS)[number]

/** What balance lines are made of: amounts at a point in time. */
export type BalanceItem =
  | 'totalAssets'
  | 'totalLiabilities'
  | 'liabilitiesAndEquity'
  | 'equity'
  | 'equityWithMinorities'
  | 'minorities'
  | 'temporaryEquity'
  | 'cash'

/** What debt is made of; see docs/fundamentals.md for how the parts add up. */
export type DebtItem =
  | 'longTermNoncurrent'
  | 'notesNoncurrent'
  | 'convertibleNoncurrent'
  | 'loansNoncurrent'
  | 'longTermCurrent'
  | 'notesCurrent'
  | 'convertibleCurrent'
  | 'loansCurrent'
  | 'allCurrent'
  | 'shortTerm'
  | 'commercialPaper'
  | 'otherShortTerm'
  | 'allDebt'
  | 'longTermWithCurrent'
  | 'otherTotal'

type Tags = readonly string[]

export interface StatementTags {
  flows: Readonly<Record<FlowItem, Tags>>
  balances: Readonly<Record<BalanceItem, Tags>>
  debt: Readonly<Record<DebtItem, Tags>>
  /** Counts of shares over a period or at its end, whose restatement shows a split. */
  shareCounts: Tags
  /** Counts of shares at a point in time. */
  sharesOutstanding: Tags
  /** Earnings per share, whose restatement shows a split. */
  perShare: Tags
}

const US_GAAP: StatementTags = {
  flows: {
    revenue: [
      'RevenuesNetOfInterestExpense',
      'Revenues',
      'RevenueFromContractWithCustomerExcludingAssessedTax',
      'RevenueFromContractWithCustomerIncludingAssessedTax',
      'SalesRevenueNet',
      'RegulatedAndUnregulatedOperatingRevenue',
      'RealEstateRevenueNet',
      'HealthCareOrganizationRevenue',
      'OilAndGasRevenue',
      'SalesRevenueGoodsNet',
      'SalesRevenueServicesNet',
    ],
    netInterestIncome: ['InterestIncomeExpenseNet'],
    noninterestIncome: ['NoninterestIncome'],
    costOfRevenue: ['CostOfRevenue', 'CostOfGoodsAndServicesSold'],
    costOfGoods: ['CostOfGoodsSold'],
    costOfServices: ['CostOfServices'],
    grossProfit: ['GrossProfit'],
    operatingIncome: ['OperatingIncomeLoss'],
    netIncome: ['NetIncomeLoss'],
    netIncomeWithMinorities: ['ProfitLoss'],
    minorityShareOfIncome: ['NetIncomeLossAttributableToNoncontrollingInterest'],
    netIncomeToCommon: ['NetIncomeLossAvailableToCommonStockholdersBasic'],
    epsDiluted: [
      'EarningsPerShareDiluted',
      'EarningsPerShareBasicAndDiluted',
      'NetIncomeLossPerOutstandingLimitedPartnershipUnitDiluted',
      'NetIncomeLossPerOutstandingLimitedPartnershipUnitBasicAndDiluted',
    ],
    depreciationAmortization: [
      'DepreciationDepletionAndAmortization',
      'DepreciationAmortizationAndAccretionNet',
      'DepreciationAndAmortization',
    ],
    depreciation: ['Depreciation'],
    amortization: ['AmortizationOfIntangibleAssets'],
    operatingCashFlow: [
      'NetCashProvidedByUsedInOperatingActivities',
      'NetCashProvidedByUsedInOperatingActivitiesContinuingOperations',
    ],
    capex: [
      'PaymentsToAcquirePropertyPlantAndEquipment',
      'PaymentsToAcquireProductiveAssets',
      'PaymentsToAcquireOtherProductiveAssets',
      'PaymentsToAcquireOtherPropertyPlantAndEquipment',
      'PaymentsForCapitalImprovements',
      'PaymentsToAcquireOilAndGasPropertyAndEquipment',
    ],
    insuranceOrBanking: [
      'PremiumsEarnedNet',
      'PremiumsEarnedNetPropertyAndCasualty',
      'PremiumsWrittenNet',
      'DirectPremiumsEarned',
      'PolicyholderBenefitsAndClaimsIncurredNet',
      'BenefitsLossesAndExpenses',
      'NoninterestIncome',
      'NoninterestExpense',
    ],
  },
  balances: {
    totalAssets: ['Assets'],
    totalLiabilities: ['Liabilities'],
    liabilitiesAndEquity: ['LiabilitiesAndStockholdersEquity'],
    equity: ['StockholdersEquity', 'PartnersCapital', 'MembersEquity'],
    equityWithMinorities: [
      'StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest',
      'PartnersCapitalIncludingPortionAttributableToNoncontrollingInterest',
    ],
    minorities: ['MinorityInterest'],
    temporaryEquity: [
      'TemporaryEquityCarryingAmountIncludingPortionAttributableToNoncontrollingInterests',
      'TemporaryEquityCarryingAmountAttributableToParent',
      'RedeemableNoncontrollingInterestEquityCarryingAmount',
    ],
    cash: [
      'CashAndCashEquivalentsAtCarryingValue',
      'CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalents',
      'CashAndDueFromBanks',
      'Cash',
    ],
  },
  debt: {
    longTermNoncurrent: ['LongTermDebtNoncurrent', 'LongTermDebtAndCapitalLeaseObligations'],
    notesNoncurrent: ['LongTermNotesPayable', 'SeniorLongTermNotes'],
    convertibleNoncurrent: ['ConvertibleDebtNoncurrent', 'ConvertibleLongTermNotesPayable'],
    loansNoncurrent: ['LongTermLoansPayable', 'LongTermLoansFromBank', 'LongTermLineOfCredit'],
    longTermCurrent: ['LongTermDebtCurrent', 'LongTermDebtAndCapitalLeaseObligationsCurrent'],
    notesCurrent: ['NotesPayableCurrent', 'SeniorNotesCurrent'],
    convertibleCurrent: ['ConvertibleDebtCurrent', 'ConvertibleNotesPayableCurrent'],
    loansCurrent: ['LoansPayableCurrent', 'LinesOfCreditCurrent'],
    allCurrent: ['DebtCurrent'],
    shortTerm: ['ShortTermBorrowings'],
    commercialPaper: ['CommercialPaper'],
    otherShortTerm: ['OtherShortTermBorrowings', 'ShortTermBankLoansAndNotesPayable'],
    allDebt: ['DebtLongtermAndShorttermCombinedAmount', 'DebtAndCapitalLeaseObligations'],
    longTermWithCurrent: ['LongTermDebt', 'LongTermDebtAndCapitalLeaseObligationsIncludingCurrentMaturities'],
    otherTotal: ['NotesAndLoansPayable', 'NotesPayable', 'SeniorNotes', 'DebtInstrumentCarryingAmount'],
  },
  shareCounts: [
    'WeightedAverageNumberOfDilutedSharesOutstanding',
    'WeightedAverageNumberOfSharesOutstandingBasic',
    'CommonStockSharesOutstanding',
    'CommonStockSharesIssued',
  ],
  sharesOutstanding: ['CommonStockSharesOutstanding'],
  perShare: ['EarningsPerShareDiluted', 'EarningsPerShareBasic', 'EarningsPerShareBasicAndDiluted'],
}

const IFRS_FULL: StatementTags = {
  flows: {
    revenue: ['Revenue', 'RevenueFromContractsWithCustomers'],
    netInterestIncome: [],
    noninterestIncome: [],
    costOfRevenue: ['CostOfSales'],
    costOfGoods: [],
    costOfServices: [],
    grossProfit: ['GrossProfit'],
    operatingIncome: ['ProfitLossFromOperatingActivities'],
    netIncome: ['ProfitLossAttributableToOwnersOfParent'],
    netIncomeWithMinorities: ['ProfitLoss'],
    minorityShareOfIncome: ['ProfitLossAttributableToNoncontrollingInterests'],
    netIncomeToCommon: ['ProfitLossAttributableToOrdinaryEquityHoldersOfParentEntity'],
    epsDiluted: ['DilutedEarningsLossPerShare', 'BasicAndDilutedEarningsLossPerShare'],
    depreciationAmortization: [
      'AdjustmentsForDepreciationAndAmortisationExpense',
      'DepreciationAndAmortisationExpense',
      'AdjustmentsForDepreciationAndAmortisationExpenseAndImpairmentLossReversalOfImpairmentLossRecognisedInProfitOrLoss',
    ],
    depreciation: ['AdjustmentsForDepreciationExpense', 'DepreciationExpense'],
    amortization: ['AdjustmentsForAmortisationExpense', 'AmortisationExpense'],
    operatingCashFlow: ['CashFlowsFromUsedInOperatingActivities'],
    capex: [
      'PurchaseOfPropertyPlantAndEquipmentClassifiedAsInvestingActivities',
      'PurchaseOfPropertyPlantAndEquipmentIntangibleAssetsOtherThanGoodwillInvestmentPropertyAndOtherNoncurrentAssets',
    ],
    insuranceOrBanking: [
      'InsuranceRevenue',
      'RevenueArisingFromInsuranceContracts',
      'FeeAndCommissionIncome',
    ],
  },
  balances: {
    totalAssets: ['Assets'],
    totalLiabilities: ['Liabilities'],
    liabilitiesAndEquity: ['EquityAndLiabilities'],
    equity: ['EquityAttributableToOwnersOfParent'],
    equityWithMinorities: ['Equity'],
    minorities: ['NoncontrollingInterests'],
    temporaryEquity: [],
    cash: ['CashAndCashEquivalents', 'CashAndBankBalancesAtCentralBanks', 'Cash'],
  },
  debt: {
    longTermNoncurrent: ['LongtermBorrowings'],
    notesNoncurrent: [
      'NoncurrentPortionOfNoncurrentBondsIssued',
      'NoncurrentPortionOfNoncurrentNotesAndDebenturesIssued',
    ],
    convertibleNoncurrent: [],
    loansNoncurrent: [
      'NoncurrentPortionOfNoncurrentLoansReceived',
      'NoncurrentPortionOfNoncurrentUnsecuredBankLoansReceived',
      'NoncurrentPortionOfNoncurrentSecuredBankLoansReceived',
    ],
    longTermCurrent: ['CurrentPortionOfLongtermBorrowings'],
    notesCurrent: [
      'CurrentBondsIssuedAndCurrentPortionOfNoncurrentBondsIssued',
      'CurrentNotesAndDebenturesIssuedAndCurrentPortionOfNoncurrentNotesAndDebenturesIssued',
    ],
    convertibleCurrent: [],
    loansCurrent: ['CurrentLoansReceivedAndCurrentPortionOfNoncurrentLoansReceived'],
    allCurrent: ['CurrentBorrowingsAndCurrentPortionOfNoncurrentBorrowings'],
    shortTerm: ['ShorttermBorrowings'],
    commercialPaper: ['CurrentCommercialPapersIssuedAndCurrentPortionOfNoncurrentCommercialPapersIssued'],
    otherShortTerm: [],
    allDebt: ['Borrowings'],
    longTermWithCurrent: [],
    otherTotal: ['BondsIssued', 'NotesAndDebenturesIssued'],
  },
  shareCounts: ['AdjustedWeightedAverageShares', 'WeightedAverageShares', 'NumberOfSharesOutstanding'],
  sharesOutstanding: ['NumberOfSharesOutstanding'],
  perShare: [
    'DilutedEarningsLossPerShare',
    'BasicEarningsLossPerShare',
    'BasicAndDilutedEarningsLossPerShare',
  ],
}

export const TAGS: Readonly<Record<StatementTaxonomy, StatementTags>> = {
  'us-gaap': US_GAAP,
  'ifrs-full': IFRS_FULL,
}

export const STATEMENT_TAXONOMIES: readonly StatementTaxonomy[] = ['us-gaap', 'ifrs-full']

/** Shares on the cover page of a filing. */
export const COVER_SHARES = 'dei:EntityCommonStockSharesOutstanding'

/** The ratio that a filing states for a split; which way round it is told is left to the filer. */
export const SPLIT_RATIO = 'us-gaap:StockholdersEquityNoteStockSplitConversionRatio1'

/** All tags that are read, with their taxonomy. */
export const KNOWN_TAGS: ReadonlySet<string> = new Set([
  COVER_SHARES,
  SPLIT_RATIO,
  ...STATEMENT_TAXONOMIES.flatMap((taxonomy) => {
    const { flows, balances, debt, shareCounts, sharesOutstanding, perShare } = TAGS[taxonomy]
    return [flows, balances, debt]
      .flatMap((items) => Object.values(items).flat())
      .concat(shareCounts, sharesOutstanding, perShare)
      .map((tag) => `${taxonomy}:${tag}`)
  }),
])
