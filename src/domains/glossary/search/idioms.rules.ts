import { stem, tokenize } from './tokenizer.rules.ts'

/**
 * Idioms by slug: phrases whose single words don't carry the meaning, in any inflection and person. Only fixed, common phrases belong
 * here; others go into `phrases` of a term's file.
 */
const lines = `
alexithymia: tell what I feel, know what I feel, say what I feel
asking-permission: ask if I can, ask to go, will not let me, does not let me, let me go out, allowed to go
backstabbing: to my face
barriers-to-leaving: nowhere to go, why I stay, get out of
being-believed: nobody believes me, no one believes me, did not believe me, will not believe me, who would believe
belittling: puts me down, put downs, makes me feel small, makes me feel stupid, makes me feel worthless, talks down to me, looks down on me, nobody would want me, no one else would want me, makes me feel like nothing
benching: keeps me on the side, plan b
black-sheep: do not belong, odd one out
blame-shifting: made me do, your fault, my fault, because of you, never his fault, what I did wrong, I did something to deserve
boundary-violation: no for an answer, when I say no, I said no
breadcrumbing: leads me on, keeps me hanging, now and then, once in a while
breaking-point: had enough, could not take it
bystander-intervention: my daughter is with, worried about her, worried about my, what can I say
circular-arguments: goes in circles, going in circles, round and round, over and over, never get anywhere
coerced-debt: in my name
coercive-control: will not let me, does not let me, not allowed to, tells me what to do, what to wear, what to eat, what I wear, where I can go, where I go, who I can see, who I see, everything I do, who I can talk to, makes all the decisions
conditional-love: only loves me when, only loved me when, have to earn
confinement: let me out, let me leave, will not let me leave, locks me in, from leaving
constant-criticism: nothing I do, everything I do is wrong, never happy with, picks on me, picks at me, never enough
conversational-narcissism: about himself, about herself, all about him, all about her, make this about me, makes it about, makes everything about
covert-manipulation: put my finger on, something is off
custody-threats: see my kids again
cycle-of-abuse: happens again, over and over, again and again, never do it again, starts all over
darvo: how dare you, doing this to me
deflection: will not answer
delayed-realization: did not know, did not realize, only now, now I see
depersonalization: not in my body, do not feel real, watch myself
derealization: not real, does not feel real, feels like a dream, in a movie
devaluation: nothing I do, used to love
discard: got rid of, left me for, like trash, like I was nothing
disowning: kicked me out, threw me out, dead to me
dissociation: not really there, zone out, spaced out
doormat: walks all over, lets people
double-bind: no matter what, whatever I do, either way
dress-policing: what to wear, what I wear, how I dress, go out like that
emotional-blackmail: if you loved me, if you leave, or else, if you do not
emotional-flashback: out of nowhere, feel like a child
emotional-numbing: feel nothing, cannot feel, feel anything
emotional-whiplash: one minute, never know which
enmeshment: extension of her, have my own life
exploitation: uses me, only wants me for, used me
explosive-anger: blows up, flips out, loses it, freaks out, snaps at me
fast-forwarding: too fast, so soon, move in with
fawn-response: keep him happy, agree with everything, calm him down
fear-of-abandonment: will leave me
financial-abuse: my own money, in his name
flying-monkeys: on his side, sends people
freeloading: lives off me, pay for everything, does not work
freeze-response: could not move, could not say no, could not scream
future-faking: never happens, never happened yet, never follows through, says he will, one day we will
gaslighting: never said that, did not say that, never happened, did not happen, making things up, making it up, feel crazy, going crazy, in my head, imagining things, not what happened
ghosting: never heard from, fell off
going-back: go back to him, keep going back
golden-child: can do no wrong
guilt-tripping: after all I, after everything, if you loved me, makes me feel guilty, makes me feel bad, how could you
harassment: will not stop, told him to stop, keeps contacting me
honeymoon-phase: makes up for, never do it again, make it up to me
hoovering: came back, comes back, wants me back, out of the blue, like nothing happened, as if nothing happened, out of nowhere, reached out, has changed, keeps contacting me
hostile-humor: only joking, just joking, was joking, just a joke, make fun of
housing-control: kicks me out, throw me out, kicked me out, out on the street
humiliation: in front of people, makes fun of me, laughs at me
hyper-independence: do it myself, need anyone
idealize-devalue-discard: at the beginning, in the beginning, at first
inner-critic: in my head, hate myself
intermittent-reinforcement: good days, never know
interrogation: where I was, who I was with, who I am with, where have you been, what I am doing
intimidation: gets in my face, scares me, afraid of him
introjection: in my head
invalidation: too sensitive, get over it, how I feel, should not feel
isolation: cuts me off from my, see my family, see my friends, see anyone, talk to anyone, does not like my friends, spend time with, hang out with
keeping-score: holds it over
lack-of-empathy: does not care, do not care about
learned-helplessness: no point, gave up, give up, nothing I can do
leaving-an-abusive-relationship: should I leave, how do I leave
limerence: get him out of my head
location-tracking: where I am, know where I am, where I was, where I go
loss-of-self: who I am, who I was, not myself, not himself, not herself, lost myself, know myself
love-bombing: swept me off, too much too soon, at the beginning, in the beginning
main-character-syndrome: all about him, all about her, about herself, make this about me, makes everything about
mask-slipping: who he really is, not who I thought
minimizing: not that bad, makes light of, could be worse, only once
mobbing: gang up on, ganging up, turned on me
morbid-jealousy: where I have been, no reason to
moving-the-goalposts: never enough, never satisfied, no matter what, whatever I do
naming-the-abuse: is this abuse, is it abuse, am I being abused, is this normal, something is off, something is wrong, put my finger on
narcissistic-parent: mother makes everything about, extension of her
new-supply: moved on, someone else already, replaced me, new girlfriend, new boyfriend
non-apology: feel that way, sorry if, sorry but, what else do you want
objectification: only wants one thing, stares at my, staring at
obligation-sex: get it over with, have to say yes
on-again-off-again-relationship: on and off
one-sided-friendship: only calls when, only when she needs, always me who
ostracism: leaves me out, left out, leave me out
panic-attack: going to die
parental-alienation: against me
parentification: look after my
people-pleasing: cannot say no, say no to anyone, keep him happy, everyone to like me
phone-checking: goes through my phone
plausible-deniability: did not mean it, not what I meant
playing-the-victim: doing this to me, poor me, against her, feel sorry for
possessiveness: to himself, all to himself, to herself, all the time with, belong to him
projection: accuses me of, what he does himself, what he is doing, doing himself
push-pull: comes close
response-time-policing: do not answer
rug-sweeping: like nothing happened, as if nothing happened, forget about it, move on, let it go
rumination: over and over, in my head
safety-planning: get out safely, how do I leave, get away from
saying-no: say no
scapegoating: blamed for everything, always my fault, everything is my fault
self-blame: my own fault, all my fault, should have known, what did I do
self-gaslighting: am I the problem, am I crazy, am I the abuser, is it me, maybe it is me, not that bad, making it up, am I overreacting
self-harm: hurt myself, cut myself
self-silencing: speak up, keep quiet, keep it inside, keep to myself
sexual-coercion: give in, no for an answer, gives up, say no to sex, when I say no
showing-up-unannounced: shows up, turns up, drops by, comes over
silent-treatment: will not talk to me, not speak to me, not talking to me, like I do not exist, will not answer
smear-campaign: tells everyone, tells people, telling people, lies about me, says bad things about me
stalkerware: knows what I, knows things I, how does he know
stalking: follows me, shows up, waits for me, told him to stop
stonewalling: shuts down, walks out, will not talk about, shuts me out
street-angel-house-devil: to everyone else, in public, in private, when we are alone, two faces
suicidal-ideation: want to die, not want to live, do not want to be here, be alive, end it all, not be here anymore
suicide-threats: kill myself if, if I leave
surveillance: keeps tabs on, checks up on, check in with, everything I do, watches everything, knows where I
talking-over: does not let me finish, talks over, get a word in
text-bombing: keeps calling, keeps texting, calls all the time
tough-love: for my own good, for your own good
trauma-bond: cannot let go, still love, why do I miss, why do I love, get out of, keep going back, know it is bad
trauma-bond-withdrawal: miss him, miss her, cannot get over
triangulation: compares me to, other woman
trust-issues: trust anyone, trust people
twisting-words: twists everything, uses my words, against me
ultimatums: or else, it is me or
unfavorable-comparison: why cannot you be, more like, better than me, compares me
victim-blaming: asked for it, what were you wearing, why did you stay, did not you leave, deserve it
walking-on-eggshells: set him off, keep him happy, so he will not get mad, say the wrong thing, do the wrong thing, on edge, never know what mood, afraid to say
weaponized-secrets: uses it against me, used against me, told in confidence
weaponized-vulnerability: uses it against me, used against me, told him in confidence
weaponizing-children: uses the kids, uses my kids, uses the children
whataboutism: what about, you did too, you do it too
`

/** Pronouns, auxiliaries and fillers. Without them `cuts her off` and `cut me off` are the same. */
const fillers = new Set(
  (
    'a all always am an and are be been being constantly even ever had has have he her hers hes him his i id ill im is it its ive just keep ' +
    'keeps kept me my of our really she shes so such than that the their them then theyre they this to too us very was we were you your youre'
  ).split(' '),
)
/** Words that are equal here: negations, and pronouns and forms of "be" for any person. */
const equivalents = new Map(
  'no cannot cant couldnt didnt doesnt dont isnt never nobody not wasnt wont wouldnt,he she they hes shes,him her his hers them their,himself herself,is am are was were im'
    .split(',')
    .flatMap((line) => line.split(' ').map((word, _, [first = '']) => [word, first] as const)),
)

/** The stems of a text in order, with spaces around, to compare idioms by. */
function normalizePhrase(text: string, keepFillers: boolean): string {
  const words = tokenize(text).filter((word) => keepFillers || !fillers.has(word))
  return ` ${words.map((word) => equivalents.get(word) ?? stem(word)).join(' ')} `
}

let idiomsByFirstWord: Map<string, [idiom: string, slug: string][]> | undefined

/** Built on first use. */
function loadIdioms(): Map<string, [string, string][]> {
  if (idiomsByFirstWord) return idiomsByFirstWord
  idiomsByFirstWord = new Map()
  for (const line of lines.trim().split('\n')) {
    const [slug = '', idioms = ''] = line.split(': ')
    for (const idiom of idioms.split(', ')) {
      const short = normalizePhrase(idiom, false)
      // Idioms such as `who I am` consist of fillers alone, so keep them.
      const phrase = /\S \S/.test(short) ? short : normalizePhrase(idiom, true)
      const firstWord = phrase.split(' ', 2)[1] ?? ''
      idiomsByFirstWord.set(firstWord, [...(idiomsByFirstWord.get(firstWord) ?? []), [phrase, slug]])
    }
  }
  return idiomsByFirstWord
}

/** Slugs of the terms whose idioms occur in a text. */
export function matchIdioms(text: string): Set<string> {
  const phrase = normalizePhrase(text, false) + normalizePhrase(text, true)
  const slugs = new Set<string>()
  for (const word of new Set(phrase.split(' ')))
    for (const [idiom, slug] of loadIdioms().get(word) ?? []) if (phrase.includes(idiom)) slugs.add(slug)
  return slugs
}

/** The slugs that have idioms. */
export const idiomSlugs = (): string[] =>
  lines
    .trim()
    .split('\n')
    .map((line) => line.slice(0, line.indexOf(':')))
