/** What debt is made of; see docs/fundamentals.md for how the parts add up. */
export type DebtItem =
  | 'all'
  | 'longTerm'
  | 'noncurrent'
  | 'noncurrentWithLeases'
  | 'noncurrentParts'
  | 'noncurrentLeases'
  | 'current'
  | 'longTermCurrent'
  | 'currentWithLeases'
  | 'longTermCurrentParts'
  | 'currentLeases'
  | 'shortTerm'
  | 'shortTermParts'
  | 'kinds'
  | 'besides'
  | 'otherTotals'

/** Which tags make which part of debt; docs/fundamentals.md explains how the parts add up. */
type DebtTags = Readonly<Record<DebtItem, readonly string[]>>

export const US_GAAP_DEBT: DebtTags = {
  all: ['DebtLongtermAndShorttermCombinedAmount', 'DebtAndCapitalLeaseObligations'],
  longTerm: ['LongTermDebt', 'LongTermDebtAndCapitalLeaseObligationsIncludingCurrentMaturities'],
  noncurrent: ['LongTermDebtNoncurrent'],
  noncurrentWithLeases: ['LongTermDebtAndCapitalLeaseObligations'],
  noncurrentParts: [
    'LongTermNotesPayable',
    'SeniorLongTermNotes',
    'ConvertibleDebtNoncurrent',
    'ConvertibleLongTermNotesPayable',
    'ConvertibleSubordinatedDebtNoncurrent',
    'LongTermNotesAndLoans',
    'LongTermLoansPayable',
    'LongTermLoansFromBank',
    'LongTermLineOfCredit',
    'LongTermCommercialPaperNoncurrent',
    'CommercialPaperNoncurrent',
    'ConstructionLoanNoncurrent',
    'NotesPayableToBankNoncurrent',
    'SpecialAssessmentBondNoncurrent',
    'LongtermFederalHomeLoanBankAdvancesNoncurrent',
    'OtherLongTermDebtNoncurrent',
    'OtherLongTermNotesPayable',
    'OtherLoansPayableLongTerm',
    'SecuredLongTermDebt',
    'UnsecuredLongTermDebt',
    'SubordinatedLongTermDebt',
    'MediumtermNotesNoncurrent',
    'LongTermPollutionControlBond',
    'LongTermTransitionBond',
    'NotesPayableRelatedPartiesNoncurrent',
    'JuniorSubordinatedDebentureOwedToUnconsolidatedSubsidiaryTrustNoncurrent',
    'JuniorSubordinatedLongTermNotes',
  ],
  noncurrentLeases: ['CapitalLeaseObligationsNoncurrent', 'FinanceLeaseLiabilityNoncurrent'],
  current: ['DebtCurrent'],
  longTermCurrent: ['LongTermDebtCurrent'],
  currentWithLeases: ['LongTermDebtAndCapitalLeaseObligationsCurrent'],
  longTermCurrentParts: [
    'NotesPayableCurrent',
    'SeniorNotesCurrent',
    'ConvertibleDebtCurrent',
    'ConvertibleNotesPayableCurrent',
    'ConvertibleSubordinatedDebtCurrent',
    'LoansPayableCurrent',
    'LinesOfCreditCurrent',
    'OtherLongTermDebtCurrent',
    'OtherNotesPayableCurrent',
    'OtherLoansPayableCurrent',
    'SecuredDebtCurrent',
    'UnsecuredDebtCurrent',
    'SubordinatedDebtCurrent',
    'MediumtermNotesCurrent',
    'NotesAndLoansPayableCurrent',
    'NotesPayableToBankCurrent',
    'LoansPayableToBankCurrent',
    'LongTermCommercialPaperCurrent',
    'LongTermConstructionLoanCurrent',
    'LongtermPollutionControlBondCurrent',
    'LongtermTransitionBondCurrent',
    'SpecialAssessmentBondCurrent',
    'FederalHomeLoanBankAdvancesCurrent',
    'JuniorSubordinatedDebentureOwedToUnconsolidatedSubsidiaryTrustCurrent',
    'JuniorSubordinatedNotesCurrent',
    'NotesPayableRelatedPartiesClassifiedCurrent',
  ],
  currentLeases: ['CapitalLeaseObligationsCurrent', 'FinanceLeaseLiabilityCurrent'],
  shortTerm: ['ShortTermBorrowings'],
  shortTermParts: [
    'CommercialPaper',
    'OtherShortTermBorrowings',
    'ShortTermBankLoansAndNotesPayable',
    'ShortTermNonBankLoansAndNotesPayable',
  ],
  kinds: [
    'SecuredDebt',
    'UnsecuredDebt',
    'SeniorNotes',
    'ConvertibleDebt',
    'ConvertibleNotesPayable',
    'ConvertibleSubordinatedDebt',
    'LineOfCredit',
    'LoansPayable',
    'LoansPayableToBank',
    'NotesPayableToBank',
    'MediumTermNotes',
    'ConstructionLoan',
    'SpecialAssessmentBond',
  ],
  besides: [
    'SubordinatedDebt',
    'OtherLoansPayable',
    'OtherNotesPayable',
    'OtherLongTermDebt',
    'OtherBorrowings',
    'AdvancesFromFederalHomeLoanBanks',
    'FederalHomeLoanBankAdvancesLongTerm',
    'JuniorSubordinatedNotes',
    'JuniorSubordinatedDebentureOwedToUnconsolidatedSubsidiaryTrust',
  ],
  otherTotals: ['NotesAndLoansPayable', 'NotesPayable', 'DebtInstrumentCarryingAmount'],
}

export const IFRS_DEBT: DebtTags = {
  all: ['Borrowings'],
  longTerm: [],
  noncurrent: ['LongtermBorrowings'],
  noncurrentWithLeases: [],
  noncurrentParts: [
    'NoncurrentPortionOfNoncurrentBondsIssued',
    'NoncurrentPortionOfNoncurrentNotesAndDebenturesIssued',
    'NoncurrentPortionOfNoncurrentLoansReceived',
    'NoncurrentPortionOfNoncurrentUnsecuredBankLoansReceived',
    'NoncurrentPortionOfNoncurrentSecuredBankLoansReceived',
  ],
  noncurrentLeases: [],
  current: ['CurrentBorrowingsAndCurrentPortionOfNoncurrentBorrowings'],
  longTermCurrent: ['CurrentPortionOfLongtermBorrowings'],
  currentWithLeases: [],
  longTermCurrentParts: [
    'CurrentBondsIssuedAndCurrentPortionOfNoncurrentBondsIssued',
    'CurrentNotesAndDebenturesIssuedAndCurrentPortionOfNoncurrentNotesAndDebenturesIssued',
    'CurrentLoansReceivedAndCurrentPortionOfNoncurrentLoansReceived',
  ],
  currentLeases: [],
  shortTerm: ['ShorttermBorrowings'],
  shortTermParts: ['CurrentCommercialPapersIssuedAndCurrentPortionOfNoncurrentCommercialPapersIssued'],
  kinds: [],
  besides: [],
  otherTotals: ['BondsIssued', 'NotesAndDebenturesIssued'],
}

/**
 * Tags of notes, which a filer adds in its second year of tagging: a filing with several of them reports debt in its
 * notes as well, and two of its amounts may be one.
 */
export const NOTE_TAG =
  /^us-gaap:(UnrecognizedTaxBenefits|EffectiveIncomeTaxRate|DebtInstrument|LongTermDebt(Maturities|FairValue)|LineOfCreditFacility|LesseeOperatingLease|OperatingLease(s?FutureMinimum|WeightedAverage)|EmployeeServiceShareBased|ShareBasedCompensationArrangement|AvailableForSale.*(Unrealized|Maturit)|DefinedBenefitPlan.*(Cost|Return)|FiniteLivedIntangibleAssets(Acc|Am|Gr)|Derivative.*Notional|AntidilutiveSecurities)/
