/**
 * Frequent words that distinguish languages, written from general knowledge: short ones, and those of headlines about markets, which often
 * have none of the short ones. Words shared with English are included, so that "earnings per share" is not Italian; words that other
 * languages borrow from English (deal, trading, profit, bank) are not.
 */
const WORDS: Readonly<Record<string, string>> = {
  en: `the a of and to in for is on with as at by from that this are its after has have will was be an it or more than new a no per plus par do die
    not but he his their who what why how into up out off over amid ahead before against under about
    share shares stock stocks rise rises rising rose fall falls falling fell drop drops dropped gain gains gained jump jumps slip slips slide slides
    surge surges soar soars climb climbs beat beats miss misses raise raises raised cut cuts lift lifts lower lowers higher weak strong buy buys sell
    sells win wins say says said report reports reported post posts expect expects quarterly quarter earnings revenue growth forecast forecasts
    lawsuit regulator regulators workers plan plans seek seeks approve approves launch launches unveils rates prices market markets loss losses
    buyback upgrades downgrades debt bond bonds investors analysts shareholders company companies million billion year month week today chief names
    appoints bid merger offer acquire acquires supply demand oil
    saw won lost face narrower wider sank plunged tumbled slumped topped missed awarded agreed rejected settled delayed cancelled resigned retired
    sued fined charged filed discloses outage recall recalled breach layoffs bankruptcy downgraded upgraded grounded lifted outlook guidance
    estimates expected expectations results profits sales spending customers consumers officials government court judge trial appeal ruling loan
    loans yields drug jobs stake unit assets owner despite below above between until while because during across again first second third next three
    four five seven eight most many some biggest largest bigger smaller better worse stronger weaker sharply early late high record law rules contract
    season city school students thousands hundreds wait tax toys force delivery cash sign life funds parent fair race survey vote crowd crowds
    tops sets offers files starts appointed seen likely unlikely should could would since among around further near buying bullish bearish
    recommend trouble homes floods museum users record ratings`,
  de: `der die das und ist nicht mit von den dem des ein eine einer auf für im zu sich auch nach bei wird aus über vor gegen
    aktie aktien gewinn gewinne umsatz steigt steigen fällt fallen sinkt hebt senkt prognose quartal verlust verluste erwartet jahr milliarden
    millionen konzern übernahme übernimmt kauft verkauft börse kurs kursziel rückgang anleger vorstand höher schwache starke zinsen bilanz mehr
    weniger deutlich stellen streicht`,
  fr: `le la les des et est une dans pour que qui sur pas au avec par plus ce du aux ses son sont après contre
    bénéfice chiffre affaires hausse baisse recule grimpe bondit chute relève abaisse résultat résultats trimestre ventes perte pertes milliards
    millions prévisions bourse banque rachat rachète vend achète croissance titre annonce`,
  es: `el la los las de y en un una que por con para se su al del es más como sus sobre entre tras
    acciones beneficio beneficios ingresos sube suben baja bajan cae caen bolsa ventas pérdidas millones gana pierde compra vende dividendo
    resultados previsiones crece empresa trimestre`,
  it: `il lo la gli le di e in un una che per con del della dei delle nel alla sono più dal sui
    azioni utile utili ricavi cala calano cresce crescono trimestre vendite perdita perdite milioni miliardi borsa acquista compra risultati stime
    titolo rialzo ribasso`,
  pt: `o os a as de e em um uma que por com para se do da dos das no na ao mais são após
    ações lucro lucros receita sobe sobem cai caem bolsa vendas prejuízo milhões bilhões compra dividendos resultados trimestre empresa cresce`,
  nl: `de het een en van in op te dat is met voor zijn aan niet door uit naar bij ook na
    aandelen aandeel winst omzet stijgt stijgen daalt dalen verlies kwartaal miljoen miljard verkoopt koopt beurs verwacht verwachting hoger lager
    schrapt banen`,
  sv: `och att det som en ett är på av för med till inte den har efter vid från om ska
    aktien aktier aktierna vinst vinsten omsättning stiger faller kvartal kvartalet förlust miljoner miljarder utdelning höjer sänker börsen köper
    säljer ökar`,
  pl: `i w na z do nie się że jest o po przez dla od jak za ze są to był oraz
    akcje akcji zysk zyski przychody rośnie rosną spada spadają kwartał kwartale strata straty giełda giełdzie dywidenda dywidendę spółka kupuje
    sprzedaje`,
}

/** Verbs of English headlines that are no word of another language: one of them decides for a short headline. */
export const ENGLISH_VERBS: ReadonlySet<string> = new Set(
  `rises falls drops gains jumps slips slides surges soars climbs beats misses raises cuts lifts lowers buys sells wins says expects
  seeks approves launches unveils names appoints acquires upgrades downgrades sees loses faces warns joins opens closes ends begins halts
  suspends slashes trims hikes boosts narrows widens sinks plunges tumbles slumps rallies rebounds awards agrees rejects settles delays cancels scraps
  abandons pulls withdraws reaffirms maintains hires fires resigns quits leaves retires lays sues discloses tightens recalls
  declares explores provides finds keeps reopens spreads heads takes announces signs dips declines gets looks revises`.split(
    /\s+/,
  ),
)

/** The words of each language that has an ISO 639-1 code here. */
export const LANGUAGES: ReadonlyArray<readonly [code: string, words: ReadonlySet<string>]> = Object.entries(
  WORDS,
).map(
  ([code, words]) =>
    [code, new Set([...words.split(/\s+/), ...(code === 'en' ? ENGLISH_VERBS : [])])] as const,
)
