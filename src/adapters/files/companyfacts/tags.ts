/**
 * Which tags make which line. Every list is in order of preference; docs/fundamentals.md explains the choice and the
 * formulas. Tags die and are replaced over the years, so a list names the present and the former ones.
 */

import { type DebtItem, IFRS_DEBT, US_GAAP_DEBT } from './debt-tags.ts'

export type StatementTaxonomy = 'us-gaap' | 'ifrs-full'

/** What flow lines are made of: amounts over a period. */
export const FLOW_ITEMS = [
  'netInterestIncome',
  'noninterestIncome',
  'costOfRevenue',
  'costOfGoods',
  'costOfServices',
  'goodsRevenue',
  'servicesRevenue',
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
  'incomeToCommon',
  'incomeContinuing',
  'dilutedShares',
  'insuranceOrBanking',
] as const
export type FlowItem = (typeof FLOW_ITEMS)[number]

/** What balance lines are made of: amounts at a point in time. */
export type BalanceItem =
  | 'totalAssets'
  | 'totalLiabilities'
  | 'currentAssets'
  | 'currentLiabilities'
  | 'retainedEarnings'
  | 'liabilitiesAndEquity'
  | 'equity'
  | 'equityWithMinorities'
  | 'minorities'
  | 'temporaryEquity'
  | 'cash'

type Tags = readonly string[]

/** The tags of a line that is a sum of lines. */
export interface LineTags {
  /** What the whole line is called, preferred ones first. */
  totals: Tags
  /** Lines that add up. */
  lines: Tags
  /** Lines that are the whole by themselves only in want of another, or never. */
  besides: Tags
}

export interface StatementTags {
  revenue: LineTags
  capex: LineTags
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
  revenue: {
    totals: [
      'RevenuesNetOfInterestExpense',
      'Revenues',
      'RevenueFromContractWithCustomerExcludingAssessedTax',
      'RevenueFromContractWithCustomerIncludingAssessedTax',
      'SalesRevenueNet',
      'RegulatedAndUnregulatedOperatingRevenue',
      'RealEstateRevenueNet',
      'HealthCareOrganizationRevenue',
      'UtilityRevenue',
      'SalesRevenue',
      'RevenuesExcludingInterestAndDividends',
    ],
    lines: [
      'OilAndGasRevenue',
      'SalesRevenueGoodsNet',
      'SalesRevenueServicesNet',
      'ContractsRevenue',
      'ElectricUtilityRevenue',
      'ElectricalGenerationRevenue',
      'ElectricDomesticRegulatedRevenue',
      'GasDomesticRegulatedRevenue',
      'RegulatedOperatingRevenue',
      'UnregulatedOperatingRevenue',
      'OilAndGasSalesRevenue',
      'NaturalGasProductionRevenue',
      'OilAndCondensateRevenue',
      'RevenueMineralSales',
      'RevenueOilAndGasServices',
      'HomeBuildingRevenue',
    ],
    besides: ['FinancialServicesRevenue', 'FranchiseRevenue', 'OtherSalesRevenueNet'],
  },
  capex: {
    totals: ['PaymentsToAcquireProductiveAssets'],
    lines: [
      'PaymentsToAcquirePropertyPlantAndEquipment',
      'PaymentsToAcquireOtherPropertyPlantAndEquipment',
      'PaymentsToAcquireMachineryAndEquipment',
      'PaymentsToAcquireOilAndGasPropertyAndEquipment',
      'PaymentsToAcquireOilAndGasProperty',
      'PaymentsToAcquireOilAndGasEquipment',
      'PaymentsToExploreAndDevelopOilAndGasProperties',
      'PaymentsToAcquireMiningAssets',
      'PaymentsForConstructionInProcess',
      'PaymentsToAcquireAndDevelopRealEstate',
    ],
    besides: [
      'PaymentsForProceedsFromProductiveAssets',
      'PaymentsForCapitalImprovements',
      'PaymentsToAcquireOtherProductiveAssets',
    ],
  },
  flows: {
    netInterestIncome: ['InterestIncomeExpenseNet'],
    noninterestIncome: ['NoninterestIncome'],
    costOfRevenue: ['CostOfRevenue', 'CostOfGoodsAndServicesSold'],
    costOfGoods: ['CostOfGoodsSold'],
    costOfServices: ['CostOfServices'],
    goodsRevenue: ['SalesRevenueGoodsNet'],
    servicesRevenue: ['SalesRevenueServicesNet'],
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
    incomeContinuing: [
      'IncomeLossFromContinuingOperations',
      'IncomeLossFromContinuingOperationsIncludingPortionAttributableToNoncontrollingInterest',
    ],
    dilutedShares: [
      'WeightedAverageNumberOfDilutedSharesOutstanding',
      'WeightedAverageNumberOfShareOutstandingBasicAndDiluted',
      'WeightedAverageNumberOfSharesOutstandingBasic',
    ],
    incomeToCommon: [
      'NetIncomeLossAvailableToCommonStockholdersDiluted',
      'NetIncomeLossAvailableToCommonStockholdersBasic',
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
    currentAssets: ['AssetsCurrent'],
    currentLiabilities: ['LiabilitiesCurrent'],
    retainedEarnings: [
      'RetainedEarningsAccumulatedDeficit',
      'RetainedEarningsUnappropriated',
      'DevelopmentStageEnterpriseDeficitAccumulatedDuringDevelopmentStage',
    ],
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
      'CashCashEquivalentsAndShortTermInvestments',
      'CashCashEquivalentsAndFederalFundsSold',
    ],
  },
  debt: US_GAAP_DEBT,
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
  revenue: { totals: ['Revenue', 'RevenueFromContractsWithCustomers'], lines: [], besides: [] },
  capex: {
    totals: [],
    lines: ['PurchaseOfPropertyPlantAndEquipmentClassifiedAsInvestingActivities'],
    besides: [
      'PurchaseOfPropertyPlantAndEquipmentIntangibleAssetsOtherThanGoodwillInvestmentPropertyAndOtherNoncurrentAssets',
    ],
  },
  flows: {
    netInterestIncome: [],
    noninterestIncome: [],
    costOfRevenue: ['CostOfSales'],
    costOfGoods: [],
    costOfServices: [],
    goodsRevenue: [],
    servicesRevenue: [],
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
    incomeContinuing: ['ProfitLossFromContinuingOperations'],
    dilutedShares: ['AdjustedWeightedAverageShares', 'WeightedAverageShares'],
    incomeToCommon: ['ProfitLossAttributableToOrdinaryEquityHoldersOfParentEntity'],
    insuranceOrBanking: [
      'InsuranceRevenue',
      'RevenueArisingFromInsuranceContracts',
      'FeeAndCommissionIncome',
    ],
  },
  balances: {
    totalAssets: ['Assets'],
    totalLiabilities: ['Liabilities'],
    currentAssets: ['CurrentAssets'],
    currentLiabilities: ['CurrentLiabilities'],
    retainedEarnings: ['RetainedEarnings'],
    liabilitiesAndEquity: ['EquityAndLiabilities'],
    equity: ['EquityAttributableToOwnersOfParent'],
    equityWithMinorities: ['Equity'],
    minorities: ['NoncontrollingInterests'],
    temporaryEquity: [],
    cash: ['CashAndCashEquivalents', 'CashAndBankBalancesAtCentralBanks', 'Cash'],
  },
  debt: IFRS_DEBT,
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

/** The ratio that a filing states for a split; its direction is left to the filer. */
export const SPLIT_RATIO = 'us-gaap:StockholdersEquityNoteStockSplitConversionRatio1'

/** All tags that are read, with their taxonomy. */
export const KNOWN_TAGS: ReadonlySet<string> = new Set([
  COVER_SHARES,
  SPLIT_RATIO,
  ...STATEMENT_TAXONOMIES.flatMap((taxonomy) => {
    const { revenue, capex, flows, balances, debt, shareCounts, sharesOutstanding, perShare } = TAGS[taxonomy]
    return [revenue, capex, flows, balances, debt]
      .flatMap((items) => Object.values(items).flat())
      .concat(shareCounts, sharesOutstanding, perShare)
      .map((tag) => `${taxonomy}:${tag}`)
  }),
])
