import { type Danger, dangers } from './danger.contract.ts'

const self = '(?:my|him|her|them|your|our|one) ?sel(?:f|fs|ve|ves)'
const family =
  '(?:me|us|him|her|them|(?:my|our|his|her|the) (?:whole )?(?:mom|mum|mother|dad|father|parents|family|child|children|kids?|sons?|daughters?|baby|babies|brother|sister|wife|husband|partner|girlfriend|boyfriend|dog|cat|pets?))'
const someone = `(?:${family}|you|someone|somebody|everyone|everybody|people)`
const child =
  '(?:child|children|kids?|sons?|daughters?|step ?(?:sons?|daughters?|kids?)|bab(?:y|ies)|toddlers?|minors?|grand(?:child|children|sons?|daughters?|kids?)|nieces?|nephews?|little (?:girls?|boys?|brothers?|sisters?))'
const elder =
  '(?:(?:step ?|foster )?(?:mom|mum|mother|dad|father|parent)s?|mommys?|mummys?|daddys?|grand(?:ma|pa|mother|father|dad)|aunts?|uncles?)'
const intent =
  '(?:going to|gonna|wants? to|wanted to|wanna|will|(?:he|she|they|i|you|we)ll|ready to|about to|tr(?:y|ies|ied|ying) to|plan(?:s|ned|ning)? (?:to|on)|threat(?:en)?(?:s|ed|ing)? (?:to|with))'

/** A dangerous word without danger. */
const harmless = wholeWords(
  'what (?:doesnt|dont|does not) kill (?:you|me|us)|kill(?:s|ed|ing)? (?:it|time|two birds|(?:the|my) (?:mood|vibe|time|joy|buzz))',
  'character assassination|soul murder|rape (?:culture|myths?|jokes?)|(?:emotional|covert) incest|non molestation|dead to (?:me|us|him|her|them)',
  'chok(?:e|es|ed|ing) (?:up|on|back)|as (?:a )?weapons?|smoking gun|gun shy|under the gun|jump\\w* the gun|to (?:my|your|his|her|their) guns',
  'stab\\w* (?:\\w+ )?in the back|knife in the back|twist\\w* the knife',
  '(?:never|not|nobody|no one|hasnt|havent|stopped|stops|hates?|avoids?) (?:even )?(?:hit|hits|beat|hurt|touched|touches|touching) (?:me|us)',
)

/** Broad: a false alarm costs a glance, a miss may cost a life. */
const phrases: Record<Danger, RegExp> = {
  suicide: wholeWords(
    'su[ie]*c[iy]?d\\w*|suic\\w*|sui?side\\w*|kms|un ?aliv\\w*|self ?(?:harm|injur|mutilat)\\w*|over ?dos\\w*|988|samaritans',
    `(?:kil|kill|hang|hung|hurt|harm|cut|burn|shoot|drown|poison|stab|starv)(?:s|e|es|ed|ing|ting)? ${self}(?! off)`,
    '(?:cut|slit|slash)(?:s|es|ting|ted|ed)? (?:my|her|his) (?:wrists?|arms?|legs?|thighs?|veins?)',
    'end(?:s|ed|ing)? (?:it all|(?:(?:my|her|his|their|this) )?(?:own )?life)|(?:(?:want|wants|wanted|ready|about|going) to|just) end it',
    '(?:take|takes|taking|took|taken) (?:my|her|his|their) own (?:life|lives)|(?:take|taking) my life',
    '(?:(?:want|wants|wanted|need|deserve|ready|going|rather) (?:to )?|wanna |gonna |let me |hope i |wish i could |id rather )(?:die|be dead)',
    'wish (?:i|he|she) (?:was|were) (?:dead|never born)|better off (?:dead|without me)|reason to live|nothing to live for|(?:no point|not worth) (?:in )?living',
    '(?:dont|do not) (?:want to|wanna) (?:live|exist|be (?:here|alive)|wake up)|(?:never|not) wake up|tired of (?:living|being alive|life)',
    '(?:cant|cannot|can not) (?:go on|live anymore)|jump(?:ing)? off (?:a|the) (?:bridge|roof|building)',
  ),
  violence: wholeWords(
    `kil+(?:s|ed|ing)? ${someone}|(?:${intent}|would|could|might|may) kil+(?:ing)?(?! ${self})|(?:be|get|gets|getting|being|been|got|was|were|almost|nearly) killed|honou?r killings?`,
    'murder\\w*|homicid\\w*|femicid\\w*|death threats?|beat(?:s|en|ing)? (?:\\w+ )?to death|(?:wants?|wanted|wish|wishes) (?:me|us|her|him) dead|(?:ill|id|youll|youre|well) (?:be )?dead|die if i (?:leave|left|tell)',
    '(?:afraid|scared|fear|fears|fearing|feared) for (?:my|our|her|his|their) (?:life|lives|safety)|in danger|threat(?:en)?(?:s|ed|ing)? my life',
    `${intent} (?:hurt|harm|attack|stab|shoot|burn|drown|poison|beat) ${family}`,
    'strangl\\w*|strangul\\w*|strangel\\w*|throttl\\w*|choc?k(?:e|es|ed|ing)(?: ?hold)?|(?:suffocat|smother)(?:e|es|ed|ing) (?:me|us|her|him) (?:with|until|to)|pillow (?:over|on) my (?:face|head)',
    'hands? (?:on|around|round|to|at|over) (?:my|her|his|the) (?:neck|throat|mouth)|by (?:the|my|her) (?:neck|throat)|(?:grabs?|grabbed|squeez\\w+|held|holds?|holding|press\\w*) (?:me |on )?(?:my|her) (?:neck|throat)',
    'guns?|gunpoint|hand ?guns?|shot ?guns?|firearms?|pistols?|revolvers?|rifles?|weapons?|kni(?:fe|ves)|knifepoint|machetes?|with (?:a|an|his|her|the) (?:baseball bat|bat|axe|ax|hatchet|hammer|sword|blade|crowbar)',
    `(?:stab|stabs|stabbed|stabbing|shoot|shoots|shooting|shot)(?: at)? ${family}`,
    '(?:poison|poisons|poisoned|poisoning|drown|drowns|drowned|drowning) (?:me|us)|acid attack|thr(?:ow|ows|ew|owing) acid|set (?:\\w+ ){1,2}on fire|(?:run|runs|ran|running) me over|held (?:me|my head) under',
    '911|999|112',
  ),
  child: wholeWords(
    `(?:hurt|hit|hitt|beat|slap|slapp|smack|punch|kick|chok|shak|shook|burn|touch|fondl|abus|harm|whip|whipp|starv|molest|groom|assault|threaten)(?:s|e|es|ed|en|ing)? (?:(?:my|our|the|his|her|a|their|your|own|young|step) ){0,2}${child}`,
    `${child} (?:(?:is|was|are|were|has|have|had|been|being|got|gets|getting|be) ){1,3}(?:hurt|hit|beaten|abused|touched|molested|harmed|fondled|unsafe|not safe)`,
    `${elder} (?:\\w+ ){0,2}(?:hits?|beats?|hurts|kicks|punches|slaps|whips|burns|burned|chokes) (?:me|us|my (?:little )?(?:brother|sister))`,
    '(?:touched|touches|touching|fondl(?:ed|es|ing)) (?:me|us|my (?:privates?|private parts?|breasts?|body|butt|vagina|penis|little (?:brother|sister)))|(?:make|makes|made|making) me touch|to touch me',
    'molest\\w*|pa?edo(?:phil\\w*|s)?|incest\\w*|csam?|child (?:sexual )?abus\\w*|child (?:porn\\w*|molest\\w*)|shaken baby',
  ),
  rape: wholeWords(
    'rap(?:e|ed|es|ing|ist|ists)|sexual(?:ly)? (?:assault\\w*|abus\\w*|attack\\w*)|sex without (?:my |her |his )?(?:consent|permission)|non ?consensual sex',
    'forc(?:e|es|ed|ing) (?:me |her |him )?(?:to have |into )?(?:sex|anal|oral)|forc(?:e|es|ed|ing) (?:him|her|them) ?sel(?:f|ves) on me|(?:made|makes) me have sex',
    'sex (?:with me )?(?:when|while) (?:i|im) (?:was |am |were )?(?:\\w+ )?(?:asleep|sleep|sleeping|slept|drunk|unconscious|passed out)|roofied|(?:drugged|spiked) (?:me|my drink)',
  ),
}

function wholeWords(...phrases: string[]): RegExp {
  return new RegExp(` (?:${phrases.join('|')})(?= )`)
}

/** Lower case, without accents and punctuation; a space around each word. */
function fold(text: string): string {
  const stripped = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/['‘’‛′`\p{M}\p{Cf}]/gu, '')
  return ` ${stripped.replace(/[^\p{L}\p{N}]+/gu, ' ')} `.replace(/ +/g, ' ')
}

/** Finds dangers in a search query. Runs locally. */
export function dangersIn(text: string): Danger[] {
  // Bounds the time for pasted text.
  let folded = fold(text.slice(0, 1000))
  for (let match = harmless.exec(folded); match; match = harmless.exec(folded))
    folded = folded.replace(match[0], ' ,')
  return dangers.filter((danger) => phrases[danger].test(folded))
}
