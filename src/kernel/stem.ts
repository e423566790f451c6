/** Past forms that no rule leads back to their verb. */
const IRREGULAR: Readonly<Record<string, string>> = Object.fromEntries(
  `fell=fall fallen=fall rose=rise risen=rise sank=sink sunk=sink won=win lost=lose losing=lose losses=loss shrank=shrink
  shrunk=shrink grew=grow grown=grow slid=slide slidden=slide held=hold kept=keep bought=buy sold=sell took=take
  taken=take made=make paid=pay cuts=cut beaten=beat beat=beat hits=hit led=lead leads=lead shot=shoot threw=throw
  drew=draw drawn=draw broke=break broken=break withdrew=withdraw withdrawn=withdraw withdrawal=withdraw sprang=spring
  dove=dive went=go gone=go came=come gave=give given=give got=get gotten=get said=say says=say told=tell wrote=write
  written=write saw=see seen=see sought=seek hurt=hurt spent=spend fled=flee fought=fight stuck=stick stood=stand
  swung=swing overtook=overtake outdid=outdo undid=undo frozen=freeze froze=freeze stole=steal stolen=steal
  was=be were=be is=be are=be been=be being=be has=have had=have having=have did=do does=do done=do higher=higher
  better=better best=best worse=worse worst=worst fewer=few bleeding=bleed bled=bleed shed=shed shone=shine
  dying=die dies=die died=die tied=tie lied=lie news=news earnings=earnings less=less gas=gas bias=bias crisis=crisis
  crises=crisis analyses=analysis analysis=analysis series=series thus=thus plus=plus its=its this=this
  various=various status=status virus=virus surplus=surplus bonus=bonus focus=focus sensex=sensex used=use uses=use
  rallied=rally rallies=rally dropped=drop dropping=drop added=add adding=add adds=add buying=buying selling=selling
  trading=trading rating=rating ratings=rating spending=spending hedging=hedging lending=lending listing=listing
  fed=fed red=red need=need needs=need speed=speed feed=feed indeed=indeed exceed=exceed succeed=succeed
  proceed=proceed sued=sue sues=sue suing=sue during=during nothing=nothing something=something anything=anything everything=everything
  note=notes notes=notes noted=notes noting=notes king=king ring=ring bring=bring sing=sing thing=thing spring=spring string=string wing=wing swing=swing`
    .split(/\s+/)
    .map((pair) => pair.split('=') as [string, string]),
)
const IRREGULARS = new Map(Object.entries(IRREGULAR))

/** The word that a form without a rule belongs to, in small letters: `fall` of `fell`; undefined for any other word. */
export const baseFormOf = (word: string): string | undefined => IRREGULARS.get(word)

const VOWEL = /[aeiouy]/

/**
 * One form for the inflected forms of an English word in small letters, light-handed: plural and verb endings only.
 * Not always a word (`surges` gives `surg`): it is compared with other stems alone.
 */
export function stem(word: string): string {
  const known = IRREGULARS.get(word)
  if (known !== undefined) return known === 'notes' ? known : withoutMuteE(known)
  if (word.length < 4) return word
  return withoutMuteE(withoutEnding(word))
}

function withoutEnding(word: string): string {
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  if (word.endsWith('ied') && word.length > 4) return `${word.slice(0, -3)}y`
  if (/(?:ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2)
  if (word.endsWith('ing') && VOWEL.test(word.slice(0, -3)) && word.length > 5) {
    return undoubled(word.slice(0, -3))
  }
  if (word.endsWith('ed') && VOWEL.test(word.slice(0, -2))) return undoubled(word.slice(0, -2))
  if (word.endsWith('s') && !/(?:ss|us|is)$/.test(word)) return word.slice(0, -1)
  return word
}

function undoubled(base: string): string {
  return /([bdgklmnprt])\1$/.test(base) && !/(?:ll|ss|add)$/.test(base) ? base.slice(0, -1) : base
}

function withoutMuteE(word: string): string {
  return word.length > 3 && word.endsWith('e') && !word.endsWith('ee') ? word.slice(0, -1) : word
}
