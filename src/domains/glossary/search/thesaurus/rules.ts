import { formOf } from '../words/rules.ts'

/**
 * Words that people use for one another, or that stand where the other does: a small thesaurus of what is described here, between
 * two commas each, in any form. A word may stand in several. Written by hand and by general knowledge; which of them help is measured
 * on one half of the searches (bench/search-queries.tsv).
 */
const groups = `
gaslight doubt memory crazy reality, lie liar dishonest untrue deceive deceit truth fabricate false fake,
spy monitor watch surveillance track, track follow stalk gps location airtag tracker whereabouts,
deny denial admit refuse, doubt question unsure uncertain trust, crazy insane unstable nuts mad mental psycho,
partner husband wife boyfriend girlfriend spouse fiance fiancee bf gf hubby lover,
marriage married marry wedding husband wife spouse bride,
parent mother father mom mum mommy mummy dad daddy mama papa, mother mom mum mommy mummy mama maternal,
father dad daddy papa paternal, child kid children childhood son daughter boy girl toddler, sibling brother sister,
baby pregnant pregnancy birth newborn, family relative household home, inlaw inlaws,
grandparent grandma grandmother grandfather grandpa elder elderly senior old aging, friend buddy bestie friendship,
boss manager supervisor employer superior, work coworker colleague workplace job office career employee employment,
quit resign fired dismissal,
money cash financial finance economic wage salary paycheck bank spend income pay pension,
debt loan credit owe card bill, phone cell mobile smartphone text message call,
text message texting dm chat reply answer, device app camera thermostat smart alexa technology,
online internet social facebook instagram web website profile account, password login account access,
yell shout scream loud raise voice, angry mad anger rage temper furious fury outburst explode,
mood unpredictable volatile sudden swing, suicide suicidal kill die death overdose,
sex sexual intimacy intimate bed intercourse condom, rape force assault coerce pressure,
force coerce pressure against pushed, touch grope kiss, picture photo pic image nude naked explicit,
body weight fat looks appearance ugly,
religion religious spiritual church faith god bible pastor priest scripture congregation clergy minister prayer,
cult sect group guru leader, doctor medical hospital physician nurse health clinic,
therapist counselor therapy counselling psychologist shrink, medicine medication pill prescription drug meds,
silent ignore silence speak talk quiet cold shoulder refuse, leave escape exit flee run,
break breakup broke separation divorce split ended ex, destroy smash damage ruin wreck property belongings things,
physical hit slap punch beat kick violence bruise, choke strangle throat neck breathe, weapon gun knife,
threat threaten warn intimidate, fear afraid scared frightened terrified panic anxious,
panic anxiety attack worry nervous, apology apologize apologise sorry regret remorse, forgive forgiveness,
clothes wear dress outfit makeup, insult mock ridicule taunt tease belittle, name label curse swear,
joke humor humour funny laugh sarcastic, memory remember forget recall amnesia, police cop officer arrest,
court judge lawyer legal lawsuit custody law, protect restraining order safe safety,
compliment praise flattery flatter, love affection adore,
blame fault accuse accusation responsible responsibility accountability, guilt guilty ashamed shame,
shame ashamed embarrass humiliate, helpless powerless hopeless stuck trapped, trapped stuck trap cage prison locked,
incompetence incapable clumsy useless, stupid dumb idiot worthless belittle inferior,
worthless inadequate unlovable esteem worth, chore housework dishes cleaning laundry, nice kind charm sweet polite,
cruel mean nasty harsh hurtful, favorite favour prefer favoritism golden, public front outside others everyone,
private secret alone behind closed, secret hide hidden conceal covert cover, promise future someday plan swear,
cheat affair unfaithful infidelity mistress betray, jealous jealousy envy envious possessive,
fake false pretend pretense act, fight argument argue quarrel conflict dispute, repeat again cycle loop circle,
gift present flower buy, expect owe string favor return, cry tear weep sob, sleep awake night bed tired exhausted,
nightmare dream, food eat meal starve diet, car drive ride vehicle transport driving,
alcohol drunk drinking drink alcoholic sober, addict addiction substance hooked,
immigration immigrant deport deportation visa passport citizenship undocumented,
document passport paper identification, hurt harm pain injure wound, walk eggshell careful cautious tiptoe,
rumor rumour gossip slander reputation smear, steal stole theft took rob, freeze frozen numb paralyze stuck move,
numb empty blank flat emotionless, dissociate unreal detached outside zone,
control dictate rule dominate power allow permission, permission allow ask let, rule standard expectation goalpost,
decide decision choice choose, isolate isolation lonely alone cut friends, visit contact, contact text reach return,
ghost disappear vanish, stop end quit, stranger unknown, criticize criticism nitpick disapprove,
perfect flawless perfectionism, perfect idealize pedestal adore admire, worthless trash devalue,
compare comparison better, better superior grandiose compete, arrogant ego entitled special,
empathy care compassion feelings, feelings emotion emotional, sensitive overreact dramatic exaggerate,
ignore dismiss minimize trivial, listen interrupt hear, believe believed doubt, excuse justify rationalize,
change promise different, manipulate trick control exploit, trick deceive lure, pity sympathy victim poor,
victim martyr sufferer, abuse mistreat toxic bad unhealthy, abuser abuse narcissist perpetrator,
narcissist narc selfish self, selfish self everything, need needy demand clingy,
attention interested notice admiration, lose lost losing, identity self person, heal recover recovery better,
trauma wound scar, childhood child grow raised upbringing, raise care parent, parentify adult grown,
punish punishment discipline, hit spank, disabled disability wheelchair caregiver, caregiver care caring,
home house shelter rent housing landlord evict, shelter refuge safe, bag pack escape,
hotline helpline crisis emergency, help support assist, diary journal write record evidence document,
proof evidence record, school student teacher education study college, coach sport athlete team,
gay lesbian queer trans lgbt sexuality gender, race racist racial ethnic, woman female girl wife, man male husband,
language speak english translate interpret, pet dog cat animal, holiday birthday christmas celebration occasion,
boring bored interest dull, fast quick soon rush immediate instant, slow gradual, hot cold warm distant,
distance withdraw avoid close, leave abandon abandonment reject, reject abandon refuse unwanted,
label diagnose diagnosis disorder, fraud impostor imposter, gang mob crowd, credit idea steal,
complain complaint concern raise, subject topic change deflect, mistake error wrong fault,
opposite contrary contradict, twist distort words, revenge retaliate payback, jump startle flinch,
alert vigilant watchful guard, body stomach headache symptom, breath breathe breathing calm,
think thought ruminate mind, voice critic inner, relax calm soothe, boundary limit line respect,
respect disrespect contempt, eye roll look stare glare, look stare glance, door block confine, corner space,
stay remain, soulmate destined meant, couple relationship commitment commit label,
neglect overlook unseen invisible unnoticed ignore, kill murder deadly lethal danger, member initiation join,
admit accountability responsible confess, text flood bombard constant, call hotline helpline,
shelter stay place roof, read snoop privacy invade diary, terrible awful horrible worst bad, miss bond attach love,
yes agree consent please, side favor defend loyal, send share spread post publish leak,
badmouth smear slander against, duty obligation owe, drain exhaust tired energy, brag boast grandiose superior,
pressure nag beg plead insist, smother clingy overprotective suffocate, overshare dump vent burden,
copy imitate mimic mirror, sick ill illness disease fake, expose reveal leak blackmail, save rescue savior fix hero,
sacrifice martyr, suspicious suspect paranoid mistrust accuse, loyal loyalty test prove, ultimatum choose either,
video film record camera, replace replacement new supply, beg plead promise, worry anxious, tremble shake startle,
gap blank forget, great good wonderful nice, image reputation impression, dump discard end reject,
inherit inheritance, signature sign paper contract, divide against pit, expert authority,
grieve grief mourn loss died, hope wish dream fantasy, teen teenager dating, date dating,
harass harassment bother unwanted, lure groom grooming trust, dirty hungry starve neglect, lazy chore,
hover helicopter overprotective, lecture preach, tone voice, raise grew upbringing, dismiss brush minimize,
hurry rush, spread gossip, check inspect search, stay remain endure, sneak snoop secret, victim target,
energy exhaust vampire, sulk pout silent, tantrum outburst rage anger, drug spike roofie sedate,
insecure insecurity esteem doubt, sneer sarcastic mock contempt, aunt uncle cousin relative,
stepfather stepmother stepdad stepmom parent, maid servant domestic servitude, attorney lawyer,
will testament inheritance, brainwash indoctrinate reform cult, obey obedience submit submission,
sin hell purity virgin, tithe donate church, meditate meditation mindfulness breathing,
remind reminder trigger flashback, relive flashback, blackout amnesia dissociate, daydream fantasy,
sad unhappy depressed depression, joy pleasure enjoy anhedonia, hate hatred loathe, cut burn harm, deserve worth,
tolerate excuse accept, drama chaos crisis, obsession obsessed infatuated crush limerence, chase pursue demand,
hack hacked account, curfew allowed, allowance pocket money, lonely isolated alone, trauma flashback nightmare,
ridicule shame humiliate, roommate landlord, shove push physical, seduce flirt, rumour slander, stubborn refuse,
puppet control manipulate, spoil ruin sabotage, undermine sabotage, downplay minimize trivial,
overreact dramatic sensitive, hypocrite hypocrisy double standard, blackmail secret expose, hostage trap,
regret guilt, unfair injustice, freedom independent independence, dependent dependence rely, privacy private space,
forbid forbidden prohibit allow, strict authoritarian harsh, unpredictable inconsistent random,
cling clingy needy anxious, promiscuous cheat, bribe gift buy, inspect search check, wife husband married
`

let made: Map<string, Set<string>> | undefined

/** Made when it is first asked: most who search type a name. */
function neighbours(): Map<string, Set<string>> {
  if (made) return made
  made = new Map()
  for (const group of groups.split(',')) {
    const forms = group.trim().split(' ').map(formOf)
    for (const one of forms) {
      const others = made.get(one) ?? new Set()
      for (const other of forms) if (other !== one) others.add(other)
      made.set(one, others)
    }
  }
  return made
}

/** Forms of words that people use for one of this form; undefined where we know none. */
export const kinOf = (form: string): ReadonlySet<string> | undefined => neighbours().get(form)
