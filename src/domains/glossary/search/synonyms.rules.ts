import { stem } from './tokenizer.rules.ts'

/**
 * Groups of synonyms and interchangeable words, separated by commas, in any inflection. A word may be in several groups. Written by
 * hand; their effect is measured on the tuning half of bench/search-queries.tsv.
 */
const groups = `
mother mom mum mama mam, father dad papa, parent mother father mum dad, husband wife spouse partner, boyfriend bf
partner girlfriend gf, ex former, brother sister sibling, son daughter child, child kid children toddler baby, grandma
grandmother nan granny, grandpa grandfather, aunt uncle cousin relative family, friend buddy bestie mate pal, boss
manager supervisor employer, coworker colleague workmate teammate, job work career employment, company organization
firm workplace, office workplace work, teacher professor tutor school, doctor physician gp medic, nurse carer
caregiver, therapist counselor psychologist psychiatrist shrink, police cop officer, lawyer attorney solicitor, judge
court, priest pastor minister vicar preacher imam rabbi clergy, church congregation parish faith, religion religious
faith spiritual, god lord, bible scripture verse quran, sin sinful, hell damned, cult sect group, leader guru, member
follower, money cash funds finance financial, wage salary paycheck income earnings, debt loan owe, spend buy purchase,
bill invoice, afford pay, maintenance alimony support, bank account, phone cell mobile smartphone, text message dm
sms, message email, reply answer respond response, call ring phone, online internet web, post upload share, photo
picture pic image selfie, nude naked explicit intimate, account profile, hack break, password login passcode pin,
track trace gps locate whereabouts, spy monitor surveil watch snoop, camera cam record film video, follow stalk trail,
check inspect examine, search rummage snoop, report inform, home house flat apartment place, room bedroom, door gate,
street road, trip travel journey vacation holiday, hit slap punch beat strike smack, kick stomp, push shove, grab grip
seize, choke strangle throttle neck throat, bruise injury wound, hurt harm injure, violent violence aggressive, weapon
gun knife, kill murder, die death dead, bite scratch, break smash destroy wreck damage, throw hurl, ruin spoil wreck,
rip tear, yell shout scream holler, angry mad furious enraged livid pissed, anger rage fury temper wrath, explode
erupt blow snap, outburst tantrum meltdown, calm relax soothe, moody temper, irritated annoyed, fear afraid scared
frightened terrified, frighten scare terrify intimidate, dread fear, nervous anxious uneasy, worry anxiety, panic
terror, danger unsafe, safe safety secure, threat threaten warn, force coerce compel, pressure push insist persuade,
pester nag badger, beg plead, demand insist require, obey comply submit, order command instruct, allow let permit
permission, forbid prohibit ban forbidden, prevent stop block keep, limit restrict, refuse decline reject, control
dominate dictate rule, controlling bossy domineering, decide decision choose, rule law regulation, lock trap imprison
confine cage, trapped stuck caught, escape flee run leave, leave go exit, stay remain, kick throw evict, isolate alone
lonely, friend social, visit see meet, contact reach touch, separate divorce split, breakup divorce separation, dump
discard, ignore disregard overlook, exclude outcast uninvited omit, silent silence quiet, speak talk, communicate talk
discuss, conversation talk discussion chat, interrupt cut, listen hear, argue fight quarrel row, conflict dispute
fight, insult offend abuse, belittle demean degrade disparage diminish patronize condescend, mock ridicule taunt
tease, humiliate embarrass shame, laugh joke humor, joke kidding banter, criticize nitpick fault, complain complaint
moan, remark comment, name insult, swear curse cuss, stupid dumb idiot moron fool, crazy insane mad mental nuts
psycho, unstable mental ill, ugly fat, worthless useless pathetic nothing, failure loser, defective broken damaged
flawed, wrong bad, selfish self egoistic, lazy idle, lie liar dishonest, deceive trick fool con scam, secret hide
conceal, truth honest true, deny denial, admit confess acknowledge, pretend fake act, false untrue, promise vow swear,
exaggerate overreact dramatic, invent fabricate, prove proof evidence, memory remember recall, doubt question unsure,
confuse bewildered, believe trust, understand realize see, realize notice recognize, think mind, wrong mistake error,
blame fault accuse, responsible responsibility, ashamed shame, sorry apologize, excuse justify rationalize, forgive
pardon, regret remorse, deserve earn, punish penalty, revenge spite retaliate payback, victim target, love adore
affection, affection hug cuddle warmth tenderness, kiss hug, romantic romance, admire adore worship, attention focus
notice, praise compliment flatter, charming sweet, kind nice gentle, perfect ideal flawless, gift present, flowers
roses, special unique chosen, soulmate destiny fate, marry marriage wedding, propose engage commitment, commit
exclusive, fast quick soon rush instant immediate, sudden abrupt, cheat affair unfaithful infidelity adultery, flirt
seduce, jealous envy, possess possessive own property, suspicious suspect paranoid, women girls ladies, sex sexual
intercourse, rape assault, touch grope, condom contraception pill, pregnant pregnancy expecting, abortion terminate,
consent agree, sad unhappy miserable, depressed hopeless, cry tears weep sob, numb empty blank emptiness, tired
exhausted drained worn fatigue, stress overwhelmed, pain ache hurt, headache stomach nausea dizzy, sick ill, sleep
insomnia awake, nightmare dream, cut selfharm, drink alcohol booze, drugs addict, appetite eat food meal, concentrate
focus, flashback relive, trigger remind, startle jump flinch, alert vigilant guard watchful, detached disconnected
unreal, freeze paralyzed, avoid avoidance evade, obsess fixated preoccupied, replay ruminate, trust distrust mistrust,
betray disloyal traitor, loyal loyalty, gossip rumor rumour slander, reputation name image, lies stories, backstab
betray, turn against, poison brainwash, compare comparison, compete competitive rival, better superior, favorite
favourite prefer, proud pride, success achievement win accomplish promotion, brag boast, entitled deserve, arrogant
conceited, attention spotlight, clingy dependent, depend rely, independent independence freedom free, help assist
support, support encourage, protect defend, rescue save fix, sacrifice martyr, obligation duty owe, family duty, use
exploit advantage, control power, test trial, game play, trap set, plan scheme, provoke bait goad, react reactive,
escalate worsen, cycle pattern, change improve, boundary limit line, privacy private, respect disrespect, assertive
firm, say speak, custody visitation, court legal lawsuit motion, child support maintenance, handover pickup exchange,
evaluate assess expert, report complaint, immigrant immigration visa, passport document paper, language english,
country abroad foreign, disabled disability, wheelchair cane, medicine medication pills, elderly old senior, dementia
alzheimer, gay lesbian queer, trans transgender, black white, culture tradition, heal recover, grow growth, strong
strength, grief mourn grieve loss, closure ending, identity self, confidence esteem worth, voice opinion, peace quiet,
hobby interest activity, clothes outfit dress wear, appearance look, weight body, makeup hair, skinny thin, birthday
christmas celebration event occasion, party gathering event, meeting appointment, overload overwork overtime, deadline
target, task duty chore, chores housework dishes cleaning laundry, fire sack dismiss, quit resign, team staff, credit
recognition, idea suggestion, unpaid payment
`

let synonyms: Map<string, Set<string>> | undefined

/** Built on first use: most people search for a name and never need it. */
function loadSynonyms(): Map<string, Set<string>> {
  if (synonyms) return synonyms
  synonyms = new Map()
  for (const group of groups.split(',')) {
    const stems = group.trim().split(/\s+/).map(stem)
    for (const one of stems) {
      const others = synonyms.get(one) ?? new Set()
      for (const other of stems) if (other !== one) others.add(other)
      synonyms.set(one, others)
    }
  }
  return synonyms
}

/** @returns the stems of the synonyms of a stem; undefined if there are none */
export const synonymsOf = (wordStem: string): ReadonlySet<string> | undefined => loadSynonyms().get(wordStem)
