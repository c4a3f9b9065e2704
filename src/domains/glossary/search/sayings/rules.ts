import { firstSentence } from '../rules.ts'
import { formsOf, wordsOf } from '../words/rules.ts'

/**
 * What people say who do not know a term's name (document expansion): by slug, in words that they may type, in any form. Written by hand
 * and by general knowledge. The server reads it; the browser has its words in the index, and none of this module.
 */
const lines = `
abuse: is this normal, am I being mistreated, treats me badly, hurts me, normal relationship, cruel, mistreated, suffering, wrong what he does, scared at home
abuse-amnesia: forget how bad it was, block out, only remember the good days when he is kind again, cannot recall what hurt
abuse-by-proxy: uses others, gets his friends, family, police, court or new girlfriend to harass and hurt me, sends people, dirty work, his family calls me, tells others to, sends police, school, reports, new wife
abuse-during-pregnancy: hit me while expecting, started when I got pregnant, kicked my belly, baby bump
abuse-in-sport: coach screams, weighs us, punishes, gymnastics, training through injury, team captain
abusive-supervision: boss yells, humiliates, bullies staff, manager tears me down in meetings, tyrant, overloading with work, shouting at staff, unfair criticism, threatens to fire, insults, blocks promotion, takes responsibilities away, temper, sets deadlines, my boss hates me, picks on me, boss calls phone
academic-bullying: professor, supervisor, thesis, phd, university, threatens my degree, reference letter, grades
acceptance-and-commitment-therapy: accept painful thoughts, act by my values
account-draining: emptied, took all money out of our joint savings bank account, nothing left, cleared out, withdrew savings without my knowledge, left in debt
account-takeover: hacked my email, changed my password, locked out, logged in as me, instagram taken over, hacked into my account and posted things, stole my password, facebook, cannot log in, emails read that I have not opened, passwords stop working, deleted contacts, sent from my account
accountability: owns what he did, takes responsibility, admits it, faces consequences, no excuses, admits mistakes, owns up, repair, responsible for harm
active-listening: really hear someone, repeat back, pay attention, without interrupting
acute-stress-disorder: just happened last week, shaking, numb, cannot stop seeing it, days after the attack
address-confidentiality-program: hide my new address, mail box, so my ex cannot find where I live, public records
adjustment-disorder: cannot cope since the divorce, move or change
adult-children-of-alcoholics: drunk father, mum drank, parents were addicts, grew up with drinking and bottles, hard to believe relationships last, alcoholic parent, responsible, guess what normal is
adultification: treated like a grown woman as a girl, not seen as a child, too mature for age, black girls
adverse-childhood-experiences: bad childhood, makes ill later, score, ten questions, early hardship, long term health
aid-withholding: takes away my wheelchair, hearing aid, glasses, cane, walker, hides it, refuses to help me to the toilet
alexithymia: cannot name my feelings, no words for what I feel, do not know whether sad or angry, cannot describe, identify emotions, blank when asked how I feel
allostatic-load: years of stress wear the body out, worn down, aged
allowance-control: gives me pocket money every week, ask for every cent, hand over my wages, housekeeping money, budget, beg for money, not enough for food, groceries, bills, gives too little, limit, restrict, spending, stingy, diapers
ambiguous-loss: grieving somebody still alive, here but not here, dementia, missing, addict, no funeral, mourning a living person, memory loss, no goodbye, uncertain
anger-management: course to control his temper, learn to stay calm, temper class, control rage, count to ten
anhedonia: nothing is fun anymore, no joy, cannot enjoy music, hobbies, things I used to love, no interest, emptiness, nothing matters, excited, pleasure gone
anniversary-reaction: every year around that date, month, season, fall apart, same time, birthday of death
anticipatory-grief: grieving before it is over, waiting for death, already mourning, dying, terminal, hospice, losing someone slowly
antisocial-personality-disorder: no remorse, no conscience, criminal, breaks law, cons, uses people, jail
anxiety: worried all the time, nervous, knot in stomach, on edge, scared of what comes next, dread, lost appetite, sick with worry, heart, tense, cannot relax, shaking, fear all the time, nervous around him
anxious-attachment: panic when he does not text back, need reassurance, scared she leaves, overthink replies, clingy, double text
anxious-avoidant-trap: the more I chase the more he runs, I want closeness, she needs space, pursue and pull away
art-therapy: painting, drawing, clay to heal
asking-permission: have to ask if I may go out, shop, see friends, spend, use the bathroom, need his okay, permission to go out, socialize, see relatives, friends, allowed, work, get out, breathe, must check with him first, let me, tell where I go
assertiveness: speak up for myself, stand up, calm, without being rude or aggressive, say what I want, confident, polite, express needs, opinion, firm but kind
asylum: flee my country, refugee, protection abroad, my life is in danger at home
attachment-injury: was not there when I needed him most, miscarriage, hospital, let me down at the worst moment, abandoned me at birth, funeral, crisis, never forgave, let down
attachment-theory: why I love the way I do, babies and mothers, styles, bond with parents shapes relationships, style
authoritarian-parenting: because I said so, strict rules, no questions, no talking back, obey, harsh father, not allowed, without permission, punish, fear, military, command, control, breathe, force to adopt same opinions, my house my rules, dictator, grounded, chores, discipline, controlling parents
avoidance: stay away from places and people that remind me, cannot go near the street, put it off, do not want to think, avoiding situations, people, talk, reminders, keep busy, cancel, stay home
avoidant-attachment: pull away when it gets serious, too close, need space, run, do not need anyone, shut people out, hard to believe relationships last, keep distance, leave first, intimacy scares
backhanded-compliment: insult in a compliment, you look good for your age, pretty for a big girl, smart for a woman
backstabbing: nice to my face, talks behind my back, betrayed by a friend or coworker, pretended to be my friend, gossips, my secrets are not safe, two faced, shares what I told, rumors, stole my boyfriend, trashed me, stabbed in the back
baiting: pokes, pushes my buttons until I explode, provokes, wants a reaction, then acts calm, picks a fight
barriers-to-leaving: why not just leave, stay because no money, kids, nowhere to go, scared, cannot leave, trapped, afraid of what he will do, love, religion, shame, visa, children, money, home, alone, threatens, hope, do not know how, can't afford, nowhere, afraid to leave, why I stay, stay for the kids, cannot afford, promised to change, nobody else, community, faith, pets, disabled, love him
batterer-intervention-program: court sent him to a class for men who hit, change course
being-believed: nobody believes me, finally someone believed, he is so nice to others, thinks I lie, told my family and they did not believe, everybody likes him, police did not believe, lying for attention
being-the-villain: I am the bad guy in his story, made me the monster, everyone hates me, feel like the villain, everyone thinks I am the bad one, blamed
belittling: makes me feel small, stupid, talks down, nothing I do is good, laughs at my dreams, put down, put downs, puts me down, condescending, patronizing, demeaning, talks to me like an idiot, insults my intelligence, mocks my achievements, interests, goals, degrading, disparaging remarks, worthless, pathetic, useless, nobody else would want you, you are nothing without me, lucky to have me, trivial, diminishes my wins, achievements, makes my success small, dismisses, not a real job, superior, expert
benching: backup option, plan b, second choice, keeps me waiting, sees other girls, on the side, hold as an option, busy, cancels, waiting, not serious, keeps in reserve, maybe later, keeps his options open
best-interests-of-the-child: what the judge looks at, what is good for my kid, custody decision, court decides custody by child's welfare, guardian, safe home
betrayal-trauma: hurt by the one I depended on, the person I trusted most, found out about affair, world fell apart
bids-for-connection: small tries for attention, I show him something and he ignores it, look at this, turns away
biff-response: answer nasty emails from my ex short, brief, friendly, firm
birth-control-sabotage: threw away, hid or swapped my pills, poked holes in condoms, wants me pregnant
bite-model: checklist, is my group a cult, control of behavior, information, thought
black-and-white-thinking: all good or all bad, angel or devil, nothing in between, always or never, love or hate, best friend or worst enemy, with me or against me, perfect or terrible, extremes, all or nothing
black-sheep: odd one out in the family, different, do not belong, the bad one, outcast, rejected, misfit, rebel, family shame, excluded
blacklisting: nobody in the industry will hire me since, warned other employers, bad reference, cannot find work, reference, boss told others, career ruined
blame-shifting: everything is my fault, look what you made me do, never his fault, turns it on me, somehow I end up blamed, blames me for his behaviour, anger, drinking, cheating, you made me do it, if you had not, you provoked me, because of you, nothing is ever his fault, someone else is always to blame, responsible, refuses responsibility, accident, if you weren't so difficult, turns the tables, making everything my fault, points the finger, you asked for it, made me mad, because of you I, blames me for his moods, feelings, problems, mistakes, when I raise an issue he turns it around, excuse, stress, childhood, convinces me I deserve it, dare to say it is mine
blocking-as-punishment: blocks me after each fight and unblocks me, blocked on whatsapp till I apologize, deletes me
body-shaming: calls me fat, ugly, comments on my weight, belly, skinny, food on my plate, pinches, looks, appearance, weight, hair, clothes, disparaging, remarks, diet, nose, skinny enough, gross
borderline-personality-disorder: moods swing, fear of being left, love you hate you, cuts, empty, unstable
boundaries: what I will not accept, my limits, how to draw a line, stop people walking over me, limits, line, respect, protect myself, space, rules for how others treat me
boundary-testing: little things to see what he gets away with, how far he can go, pushes a bit more each time, tests limits, small steps, push, see reaction, oversteps
boundary-violation: I said no, stop, don't, and he did it anyway, ignores my limits, crossed a line, opens my mail, reads diary, walks in, touches, ignores no, purse, pushes, does not respect, private, will not take no for an answer, keep asking, ignoring my limits, in my room, hugs, touching my things, overstep, without asking, none of his business
brain-fog: cannot concentrate, think, focus, find words, forgetful, cloudy, head full of cotton, difficulty concentrating, foggy, memory, slow, confused, read same line
breach-of-a-protective-order: not allowed near me but came anyway, broke the restraining order, called despite the judge
breadcrumbing: just enough attention to keep me hanging on, a text now and then, likes, never a date, crumbs, strings me along, messages at night you up, then nothing, doesn't reply, mixed signals, inconsistent, flirty, texts but never meets, sporadic, now and again, false hope, leads me on, non committal messages, too busy, cancels last minute, posts but does not answer, keeps me interested, late night, emoji, maybe
breaking-point: could not take it anymore, last straw, something snapped, had enough, done, fed up, exhausted, finally left, cannot continue
broken-record-technique: say the same sentence again calmly until they give up, repeat calmly, same answer
bullying: picks on me, mean kids, every day at school, calls me names, beats me up, laughs at me, school, classmates, teased, pushed, mocked, afraid to go
burnout: exhausted, empty, nothing left to give, cannot work, tired of everything
buying-affection: gifts instead of love, spoils with money, expensive presents after hurting me, thinks money fixes it, presents to make up, apologize, manipulate, gifts, kindness, money
bystander-effect: everyone saw, watched, heard and nobody helped, neighbours did nothing, crowd, nobody helped, people looked away, silent witnesses, neighbors heard
bystander-intervention: what can I do when I see someone being hurt, step in, help a stranger shouting at his girlfriend, my friend is being abused, neighbour screams, how to help, sister's husband, worried about a friend, what do I say, cousin, niece, daughter, mother in law with a bad man, boyfriend treats her like trash, watch, how can I make her see, overstep, afraid for her, loved one, rude to her
caregiver-abuse: carer, nurse, nursing home staff hits, rough, leaves in wet bed, mocks, disabled, old
caregiver-burnout: looking after sick mum, husband, dementia, no sleep, nothing left, no help, resent
catastrophizing: always think the worst will happen, disaster, end of the world, imagine disaster, worst case, spiral
catfishing: not who they said they were, fake profile, stolen photos, online boyfriend never video calls, different person
chaos-agent: stirs up trouble, loves drama, sets people against each other then sits back and watches
character-assassination: destroys my name, reputation, tells lies about who I am, makes everyone think I am bad, unstable
charismatic-leader: guru, everyone worships, nobody may question, special gift, followers, treated like messiah, god, prophet, sleeps with members, special powers, devotion, worship
child-abuse: hurt as a kid, parents beat me, burned, locked up, father hits my little brother, yelling at, hitting a child, bust, sit, belt, cruel to daughter, starved, scared of my father
child-protective-services: social workers came, take my kids away, investigate, report a family
child-sexual-abuse: touched me when I was little, uncle, stepdad, bath, secret game, molested as a kid
child-to-parent-violence: my teenage son hits me, daughter throws things, afraid of my own child, son, daughter hits, pushes, threatens me, teenager aggressive, afraid of my own kid, steals
childhood-emotional-neglect: nobody asked how I felt, no hugs, had food and clothes but no love, alone with feelings, parents not interested, never hugged, comforted, wiped tears, asked, praised, said I love you, helped with homework, interested, feelings ignored as a child, learned to hide feelings, invisible, affection, lonely, never interested, criticized, comfort, attention, hugged, talked, lonely child, no one to turn to, needs did not matter
children-exposed-to-domestic-violence: kids saw, heard him hit me, watched parents fight, hid in their room, witness
chosen-family: friends are my real family, people I picked, friends who became family, people who love me
church-hurt: hurt by my church, pastor, congregation turned on me, judged, church people gossip, rejected, leaders, left congregation
circular-arguments: same fight, round and round, for hours, get nowhere, never ends, nothing gets solved
clares-law: ask the police if my new boyfriend has hurt women before, past, record, history of violence
clergy-abuse: priest, pastor touched, abused me, sex, confession, altar boy, spiritual leader slept with members, bishop, youth pastor, monk, guru, touched, counselling
closure: need answers, why, last talk, never got an explanation, an ending, unanswered questions, ending, final conversation, explanation, move on
cluster-b: narcissist, borderline, antisocial, dramatic personality
co-parenting: raise children together after divorce, two homes, with my ex, shared custody, schedule, cooperate, both parents, exes
co-regulation: calms me down by being there, hug, quiet presence, breathing with somebody, calm presence, soothing voice
code-word: secret word so my friend knows to call for help, signal, secret phrase, call police, children know
codependency: my life is about fixing him, his drinking, his moods, lose myself, need to be needed, cannot be happy if he is not, catering, planning my life around her, rescue, enable, lose myself in him, cannot leave, caretaking, approval, responsible for her feelings
coerced-debt: loans, credit cards in my name, made me sign, his debt is mine, debt without my knowledge, forged my signature, credit cards maxed out, forced me to borrow, sign, bills
coercive-control: decides what I eat, wear, who I see, when I sleep, runs my life, rules, watch, prisoner, dictates everything, dominates, monitors, tells me what to do, when, how, cannot decide anything, time, clothes, food, sleep, money, phone, car, treats me like a servant, slave, property, controlling boyfriend, possessive, punishes, obey, always in charge, in control of every part of my life, takes away my freedom, independence, limits, stopped doing what I like, afraid to disobey, makes all the decisions, check in, in his name, lets me do nothing, threatens, surveils, isolation, fear, ask permission, lose control of my life
cognitive-behavioral-therapy: change my thoughts, homework, worksheets
cognitive-dissonance: cannot put together, loving and cruel, two people, believe two things at once, know it is bad but love, conflicting feelings, two versions, loving and hurting, cannot make sense, mind torn
cognitive-distortions: thinking errors, wrong thoughts, jump to conclusions, thinking patterns, irrational, mind reading
cognitive-empathy: knows exactly what I feel and uses it, reads people, no warmth, reads my feelings, understands but does not care, knows weak points
cognitive-processing-therapy: write about what happened, stuck points, thoughts about rape
coming-out-of-the-fog: eyes opening, waking up, start to see what my family is, suddenly clear, realize, see clearly, it wasn't love, was survival, awakening, spell broke, manipulation, blinders off
communal-narcissism: charity, volunteer, helps everyone, brags about being good, saint, praise
compassion-fatigue: nurse, helper, tired of caring, nothing left to feel for others, stories of victims
compassion-focused-therapy: learn to be kind to myself, harsh critic
complex-ptsd: years of abuse, cannot trust, cannot calm down, hate myself, long childhood, trust nobody, shame, unstable sense of self, detached, dangerous world, long abuse, emotions, relationships difficult, revenge, hopeless
conditional-love: only loved when I got good grades, behave, win, have to earn it, do what they want, only if I was pretty, skinny, smart, perfect, good, would they love me, straight A's, grades, approval, performance, trophies, achievements, proud, threaten to withdraw love if I go against, approval only when, good girl, obey, earn affection, loved for what I do, good enough for
confidentiality: will my therapist tell anyone, keep what I say secret, private
confinement: locks me in, will not let me out, blocks the door, took keys, cannot leave the room, traps, prevents me from leaving the house, keeps me home, locked up, stands in front of door, holds me down, lock, imprisoned, stop me going
conflict-avoidance: hate fights, swallow everything, never say what bothers, leave the room, keep quiet, agree to end the argument, give in, avoid, quiet, peace, change subject, scared of arguments
consent: said yes, may stop any time, asked first, did I agree, not sure I wanted
constant-criticism: nothing I do is right, good enough, cook, clean, wear, always finds something wrong, picks at me, nitpicking, picky, corrects everything, finds fault, hypercritical, complains about my cooking, housework, clothes, parenting, never satisfied, pleased, whatever I do is not enough, judges, reminds me of failures, always criticizing, judging, lecturing, wrong way
constructive-dismissal: made work unbearable so I quit, had to resign, forced out, forced to quit, resign, unbearable conditions, demoted
contempt: rolls his eyes, sneers, looks at me like dirt, disgust, beneath him, mocks
control-freak: everything has to be her way, cannot let go, must decide everything, makes all the decisions, his way, rigid, plans, dominating, tells me where to go, what to do
conversational-narcissism: every talk ends up about him, turns it to herself, never asks about me, interrupts, cool anyway let me tell you about me, my day, hijacks, centers on himself, steers, never listens, changes subject back, long stories, bored when I speak, I got promoted and she
conversion-practices: pray the gay away, camp, cure, make me straight, therapy to change who I love
cookie-jarring: only there in case it did not work out with the other one, insurance, backup date, spare, second choice
core-beliefs: deep down I believe I am unlovable, bad, since childhood, world is dangerous, I am bad, nobody can be trusted, not enough
corporal-punishment: spanked, belt, smacked, slipper, wooden spoon, hit me when naughty, cannot sit for a week, bottom, butt, hand, hairbrush
corrective-emotional-experience: somebody reacts kindly where I expected anger, heals
counter-parenting: undermines my rules, does the opposite with kids, lets them stay up, junk food, on purpose to annoy, changes childcare arrangements, spite, cancels, ignores schedule, bedtime, homework, no rules, contradict
countering: says I remember wrong, disagrees with all I say, contradicts, argues every opinion, always opposite, corrects me, how I say and do things, always right, no that is not how, disagree, opinion, does not accept my opinion
couples-counseling: marriage therapist together, should we go, relationship therapy
covert-manipulation: subtle, sneaky, quiet, cannot put my finger on it, gets me to do what he wants, no witnesses, hard to explain, off, hints
covert-narcissism: shy, humble, quiet on the outside but thinks she is better, sulks, misunderstood, victim, passive
crab-mentality: do not want me to do better, pull me down, jealous of success, bitter, never happy for me, got accepted, success, better than us, who do you think you are, hold back
credit-stealing: colleague, boss presents my ideas, work as hers, takes the praise, takes credit
crisis-intervention: quick help in emergency, right now
crisis-line: someone to call, talk to right now, number, tonight, text, hotline, phone, counselor at night, talk, emergency help, chat
crocodile-tears: fake crying, cries on command when caught, turns on tears, pretends to cry, sobbing to get out of trouble, stops at once, sympathy, acting
cultural-excuses: in our culture that is normal, tradition, our way, as justification, shame on the community, culture, where we come from, custom, religion allows hitting wife
custody-evaluation: psychologist who decides, expert, visits home, where kids live, report for court, expert testify, fitness as a parent, assessment, interview
custody-threats: will take the kids, children if I leave, never see them again, threatens to take, hurt the children, you'll never see, unfit mother, court, kidnap, fight for custody, full custody, lose kids, pay less
cyberbullying: kids in my class post mean things, group chat, comments, pictures of me, online hate, mock, fake account, humiliating posts, screenshots, insults, online, spread rumors, classmates, mean comments, bullied on instagram
cyberflashing: stranger sent dick pic, airdrop, unwanted nude photo
cyberstalking: new accounts after I block him, follows me online, messages from fake profiles, watches all I post, different account, comments about me on social networks, fake accounts, hack, keeps messaging after block
cycle-breaker: do not want to do to my kids what was done to me, different parent than mine, ends with me, stop the pattern, raise my children differently, heal for my kids, generations
cycle-of-abuse: explodes, says sorry, is lovely, starts all over, again and again, calm then storm, always the same, apologizes, promises to change, gifts, then again, harmony then chaos, better for a while, tension, repeat, never lasts, apologizes for being violent, promises not to do it again, yells then sweet, roller coaster, buys flowers, weeks of peace
danger-assessment: could he kill me, how dangerous, risk, questions police ask, risk of being killed, lethal, gun, escalating, how likely
dangerous-driving: drives too fast, speeds, when angry, swerves, with me in the car, thought we would die, will not stop, reckless, left me on the road, in the middle of nowhere, dumped me out of the car, racing, brake
dark-triad: narcissist, psychopath, manipulator in one
darvo: I confront him and end up apologizing, he becomes the victim, says I attacked him, denies and turns it around, flips, turns it around, plays the victim, blames me, attack, flips the script, I apologize, accuses me of abuse, denies, says I hurt him, turned the tables, told friends I was the crazy one, turned it around, guilty, I brought it up and ended up the bad guy, attacks me, cries, real victim
dating-after-abuse: scared to meet someone new, first date after him, trust a new man, new relationship, trust, afraid of same type, ready to date
de-escalation: calm him down, stop a fight getting worse, calm an angry person, lower voice
debt-bondage: work to pay off a debt, never ends, owe for the trip, boss keeps wages
decision-paralysis: cannot choose, decide, not even what to eat, afraid to be wrong, stuck, afraid to decide, wrong choice, overwhelmed by options, second guess, simple decisions
deconstruction: lost my faith, do not believe what I was taught, question church, god, questioning faith, leaving religion, doubt, beliefs
deepfake-abuse: put my face on porn, AI, fake nude, naked picture made by app
defensiveness: cannot take any feedback, always has an excuse, everything is an attack, refuses to admit, I'm right, takes criticism badly, excuse, counterattack
deflection: changes the subject, dodges, I ask about one thing and he talks about another, will not answer, vague answers, changes subject, distracts, turns conversation, avoids question, evades, jokes, when I raise a problem, avoids, brings up something else
dehumanization: treats me like an animal, a thing, not human, dirt, dog, rather than a person, object, servant, less than
delayed-realization: took me years to see it was abuse, only now understand, looking back, realized that my parents, husband were toxic, years later, at forty, in therapy, never knew it had a name, only now, this wasn't love, thought it was normal
demand-withdraw-pattern: I want to talk, he shuts down, the more I ask the more he goes away, nag and retreat, one pushes to talk and the other retreats, nagging, shuts down, chase
denial: says it did not happen, will not admit, I told myself it was fine, refuse to see, denies being abusive, lie, admit, refuses to accept, pretend, nothing wrong, told myself not that bad, refuse to believe, looking away, explained away
dependent-personality-disorder: cannot be alone, decide anything without others, needs someone to care, helpless alone, clings, submissive, others decide
depersonalization: not feel like me, watch myself from outside, mirror, my hands are not mine, robot, body not mine, detached from my body, emotions, stranger to myself, numb
deportation-threats: will call immigration, send me back, no papers, report me, call ice, immigration officer, undocumented, visa cancelled
depression: sad all the time, cannot get out of bed, hopeless, no energy, cry, dark, heavy, empty, emptiness, no success helps, worthless, crying, tired, no hope, dark thoughts, weight, appetite, not leave the house
derealization: world looks fake, not real, like in a movie, dream, glass, foggy
detachment-with-love: stop rescuing an addict, let go but still love, son on drugs, loved one with addiction, stop saving, alcoholic son, step back
devaluation: used to adore me, now nothing is right, cold, picks at my looks, suddenly worthless, fell from pedestal, changed from nice to mean, criticizes, ignores, after moving in, not special anymore, cold suddenly, taken for granted, not good enough
developmental-trauma: hurt as a baby, early years, never felt safe growing up
dialectical-behavior-therapy: skills group, manage strong feelings, stop cutting
differentiation-of-self: be myself and still close to family, own opinion, own person in family, independent opinion, separate
disability-abuse: disabled, mocks, uses my illness, wheelchair, takes my benefit, will not help me, mocks illness, leaves me without help, moves furniture, benefits
discard: dumped me overnight, like trash, threw me away, left without a word after years, walked out cold, as if I was nothing
disenfranchised-grief: nobody understands why I am sad, not allowed to mourn, he was bad so why cry, secret loss
disneyland-parent: fun dad, presents and no rules on weekends, I am the boring strict one
disordered-eating: starve, binge, throw up, cannot eat, control over food, stop eating
disorganized-attachment: want people close and scared of them at once, come here go away, fear closeness, mixed, confused, approach and run
disowning: threw me out, not their son, daughter anymore, dead to them, cut off by parents, kicked out, no longer family, rejected for being gay, marrying, inheritance
displacement: bad day at work and takes it out on me, kicks the dog, angry at boss, yells at kids, lashes out, moody, wrong person, work stress
dissociation: leave my body, zone out, space out, far away, lose time, not there, ceiling, detached from emotions, body, sensations, floating, unreal, forgot, blank, not present, autopilot, lost hours, outside my body
dissociative-amnesia: years missing, gaps, cannot remember childhood, blank, completely forgot the trauma, memory gone, blocked, no memories, black hole
dissociative-identity-disorder: different people inside, alters, parts take over, lost time, voices, split personality
distress-tolerance: get through it without making it worse, cold water, survive an urge
divide-and-conquer: plays us against each other, siblings, team, so we do not talk, turns siblings, colleagues against one another, secrets, compare
document-confiscation: took, hid my passport, papers, id, birth certificate
documenting-abuse: keep screenshots, diary, photos of bruises, proof, record what he does, write down dates
dogpiling: hundreds of people online attack me at once, hate comments, mob
domestic-servitude: maid, nanny, cleaner, unpaid, live in, not allowed out, passport kept
domestic-violence: beats me, hits me at home, husband violent, bruises, police came, violent partner, fear for my life, hurt by husband, hitting, injured, dread coming home, police, kids afraid
domestic-violence-shelter: where can I sleep, safe place, women's house, run away from violent husband, with kids
dont-rock-the-boat: keep the peace, let it go, you know how she is, do not upset him, keep quiet, avoid trouble, do not make waves, family peace, stay silent, upset mother
doormat: everyone walks all over me, takes advantage, never stand up, used, pushover, used by everyone, too nice, no backbone, always give in
double-bind: damned if I do, damned if I don't, cannot win, whatever I do is wrong, no right answer, contradictory demands, contradicts, either way, whichever, trouble, lose
double-standards: he may but I may not, different rules, one for him one for me, does it himself, hypocrite, allowed for him not for me, rules only for me, cheats but I may not talk
dowry-abuse: in laws want more money, gold, car, since the wedding, bride burned
doxxing: posted my address, phone number, real name, workplace online
drama-triangle: rescuer, victim, persecutor, same roles
dress-policing: tells me what to wear, change, skirt too short, no makeup, cover up, looks like a slut, clothes, makeup, hair, appearance, disapproves, revealing, dressing
drug-facilitated-assault: put something in my drink, spiked, woke up and do not remember, roofied, spiked drink, blacked out, woke up naked, memory gap, bar
dry-begging: hints she needs money so I offer, sighs I guess I will go without, never asks
dual-arrest: police took me too, both arrested though I called, police arrested both, I defended myself, mistaken for the abuser
earned-secure-attachment: became secure, learned to trust in adult love after a bad childhood
echoism: afraid to take space, no needs, hate attention, repeat others, invisible next to a narcissist
education-sabotage: fights before every exam, will not let me study, tore my books, made me drop out of school, college
elder-abuse: old mother, grandpa hit, shouted at, nursing home, left alone, by his own son
elder-financial-exploitation: takes grandma's pension, savings, house, nephew, changed bank card, old people
eldest-daughter-syndrome: oldest girl, first born, do everything for everyone, second mother, responsible for siblings
emdr: move my eyes left and right, tapping, fingers
emotional-abuse: never hit me but, hurts with words, no bruises, wears me down, messes with my feelings, manipulates, controls, criticises, ignores, insults, blames, threats, afraid of partner, unhappy, confused, worthless, nothing without him, nobody would want you, mean, crying every day, impossible to please, self esteem in the gutter, wounds nobody sees, exhausted
emotional-affair: tells another woman everything, close with coworker, texts her all night, no sex but feels like cheating, intimate chats, secret friendship, colleague, confides in her, deletes messages, closer to her than me
emotional-blackmail: if you loved me, if you leave I will, threatens, makes me give in, fear and guilt, if you don't do this I will, threatens to leave, harm, tell, punish, unless I do what she wants, if you really loved, makes me responsible for her happiness, pressure, gets his way, if you loved me then you'd, do it or I, withdraw love, hurt himself because of me, when I ask for space, break up, scare, hold over, forced
emotional-boundaries: not my job to fix her feelings, carry others' moods, take it home, take on others' feelings, responsible for her mood, absorb
emotional-cutoff: moved far away, stopped talking so as not to fight with family, run from them
emotional-dependence: cannot function, live without him, my mood is his mood, cannot be alone, need her, nothing without him, only happy when, afraid to lose, clingy, whole world, need approval, cannot live without you, says I'm all she has, needs me, attached, afraid of breakup
emotional-detachment: switched off, do not care anymore, far from everyone, cold, distant, shut off feelings, no longer care, indifferent
emotional-dysregulation: feelings too big, cannot calm down, zero to hundred, cry, rage, out of control, moody, extreme mood swings, unpredictable, overreact, meltdown, lose control over emotions, intense anger, sadness, crying fits, hot tempered, swing, cannot stop
emotional-flashback: suddenly a small terrified child, flood of shame or fear out of nowhere, no picture, spiral of shame after a minor comment, sudden despair, feel little, overwhelmed for no reason
emotional-flooding: too upset to think, heart pounds in an argument, overwhelmed, mind goes blank
emotional-incest: treats me like his wife, husband, partner, mum tells me about her sex life, loneliness, confidant, man of the house
emotional-labor: remember birthdays, plan everything, keep everybody happy, manage his feelings, smile at work, catering to her emotions, planning for reactions, carrying everyone, comforting, organizing, mental load, invisible work, remind him, hosting, exhausted
emotional-numbing: feel nothing anymore, dead inside, empty, cannot cry, like stone, emptiness, hollow, no tears, cannot feel love, joy, disconnected, flat, detached from emotions, switched off
emotional-punching-bag: takes it out on me, bad day, dumps his anger, vents on me, lashes out at me when moody, stress, takes frustration out, bad mood, I get it all, snaps, blames
emotional-regulation: calm myself, handle anger, ride out feelings
emotional-unavailability: never talks about feelings, like a wall, distant, cannot get close, closed off, there but not present, shares no thoughts, feelings, rarely opens up, cold, shut, never says love, affection, hug
emotional-whiplash: loving in the morning, hateful at night, moods flip, dizzy, never know which one comes home, yells one minute sweet the next, apologetic, roller coaster, showers affection then withdraws, Jekyll and Hyde, changes from nice to mean, confusing, mood, one minute soulmate then nasty, turns sour, spoils me then belittles, hot and cold, ups and downs
emotionally-immature-parent: tantrums like a toddler, I had to calm my mother, cannot talk about feelings, childish dad, sulks, childish, self centred, parent, moody, outbursts, cannot handle, comforted her, rolls reversed, pout, father throws temper tantrums, demands attention, self absorbed, no talk about emotions, overreacts, makes it about them, cannot apologize
empath: feel what others feel, soak up moods, too sensitive, absorb feelings, overwhelmed in crowds, sensitive to energy
empathy: understand how another feels, put yourself in my shoes, compassion, understanding feelings, care
employment-sabotage: hides car keys before interview, calls my work, got me fired, will not watch kids so I can work, makes me late, harasses, shows up, calls at my job, starts a fight in the morning before work, makes me miss, quit, forces me to leave job, forbids work, turns off alarm, jealous of boss, ruin career
enabling: cover for him, call in sick when he is drunk, pay his bills, make excuses for his addiction, explain away, felt sorry, cover up, lie for her, money, rescue, clean up mess
energy-vampire: exhausted, drained after meeting her, sucks the life out of me, tired after each call, guilty and exhausted after spending time, negative, complains, drama, drains me, dread seeing her, needy
enmeshment: no privacy, like one person, too close to mum, her moods are mine, cannot have own life, opinions, guilty for leaving, same opinions as parents, not allowed to think different, no boundaries, guilt when I move out, share everything, best friend mother, my needs, live my own life
entitlement: world owes him, rules do not apply, deserves special treatment, expects everything, expects to be served, superior, demands, his needs first, above others, selfish, head of house
entrapment: no way out, stuck, trapped in it, cannot escape, trap, no escape, prevent leaving, hopeless, prison, nowhere to turn, stuck in marriage
escalation: gets worse and worse, first words, then shoving, then hitting, more violent, gets worse, more often, from words to violence
euphoric-recall: only remember the good times, miss the beginning, pictures of happy days, longing for the laughs, thoughtful, remember the sweet, forget the fights, photos
everyday-sadism: enjoys seeing me in pain, smiles when I cry, cruel for fun, laughs when others are hurt
exploitation: uses me, takes advantage, for money or labour, manual labor without payment, demands too much without giving, takes, slave, volunteer, only visits when benefits are paid, visits on payday, several jobs, uses my kindness, money
explosive-anger: zero to hundred, over nothing, throws plates, screams, blows up, rages, loses it, temper, unpredictable, mood, sudden rage, fury, furious, anger outbursts, throws, punch walls, short fuse, snaps, flips out, anything sets him off, scary angry, lashes out, moody, break objects, loses control, breaks down doors, terrifying, over small things, spilled milk
expressive-writing: write it down to feel better, journaling for twenty minutes
extinction-burst: set a limit and he got much worse, more calls, before it stops, behaviour gets worse after limit, floods me with calls, rage when ignored
factitious-disorder-imposed-on-another: mother makes her child sick, invents illness, poison, hospital, munchausen
failure-to-protect: blamed for not keeping kids safe from him, my mother knew and did nothing
false-accusations-of-cheating: thinks I sleep with every man I talk to, accuses me of affairs, who were you with, accuses of cheating when I leave the house, errands, work, late, dress up, smile at waiter, flirting, sleeping around, suspicious of everyone
false-self: pretend, mask, not who she really is, fake person, act, charming image, man I loved never existed, fake
family-estrangement: stopped talking to my parents, do not see my family, daughter cut us off, years without contact
family-mascot: make jokes to stop parents fighting, clown, funny one, the funny one, funny kid, jokes, lighten mood, tension
family-peacekeeper: in the middle, calm everyone at home, mediator between mum and dad
family-projection-process: parents' worry makes the kid ill, their problem passed on to one child
family-roles: hero, scapegoat, each kid has a part to play
family-secrets: what happens at home stays at home, dirty laundry, nobody may know, keep quiet outside, must not tell outside, hidden, shame, never tell anyone, reputation
family-therapy: therapist for all of us, parents and kids together
fast-forwarding: move in, marry, baby after weeks, too soon, rushing, love after three days, one month, immediate commitment, exclusive, instant, right away, quickly serious, talks marriage, kids early, says I love you very soon, pressure to move, engaged, whirlwind, move in together, after a few weeks
father-wound: dad never there, look for him in every man, absent father, never proud of me, absent dad, abandoned, never proud, approval, distant
favoritism: loves my sister, brother more, different treatment, teacher's pet, gets everything, doted on brother, favourite, preferred, unfair, other child got all, siblings compared, spoiled
fawn-response: go all nice when someone is angry, agree with everything, please to stay safe, smile, flatter, agree, give in to end argument, appease, apologize, calm, keep him happy, anything to avoid anger
fear-based-teaching: hell, demons, end of the world, scared into obeying as a kid at church, damned to hell, leave, evil, devil, punished by god, satan, rapture
fear-obligation-and-guilt: only call because I feel scared, obliged and guilty, duty, feel forced, duty to parents, guilty, afraid to say no
fear-of-abandonment: terrified everyone will leave, cling, beg not to go, panic when apart, afraid of being left
feigning-ignorance: pretends he does not know what I am talking about, acts dumb, plays innocent, what did I do, plays dumb, does not understand, confused, what are you talking about, I forgot, no idea
fight-response: lash out, get angry when threatened, hit back, aggressive, anger, defensive, attack, argue when scared
financial-abuse: controls all money, takes my wages, no access to bank, hides it, does not let me work, money, spending, monitors purchases, denies access to account, card, forces me to quit, stops me from working, job, takes my paycheck, makes me beg, ask for money, food, bills in my name, hides income, steals, keeps me poor, decides what we buy, all assets in his name, no say, account for every penny, puts everything in his own name, I own nothing, house, car, accounts, debts on me, no card, hides assets, inheritance, keeps my salary, forbids working, not allowed to save, withdraws savings, benefits, wages, several jobs, every penny, pin code, state of poverty, left in debt
financial-dependence: rely on him for money, earn nothing, cannot afford to leave, made me give up, leave my job, no own income, depends, cannot support myself, housewife
financial-infidelity: secret debt, hidden bank account, gambling, lied about money, spent our savings
flashback: right back there, smell, see it again, like it happens now, relive, dizzy when I remember, memory feels real, suddenly there, triggered, body, scene, see his face
fleas: I act like my mother, picked up his habits, became like the abuser, I have narcissistic traits of my own, toxic habits, learned from my parents, am I a narcissist too, I catch myself doing what he did
flight-response: run away, always busy, restless, work too much, leave, overwork, escape, leaving when things get hard
flying-monkeys: his sister, friends, mum message me for him, take his side, guilt me, spy, pass on messages, do his bidding, his family calls me for him, talk badly about my choices, pressure me to return, relatives, mother sends, defending him, you should give another chance
food-control: locks the fridge, counts what I eat, not allowed to eat, rations, diet, hides food
foot-in-the-door: small favor first then bigger, bit by bit, small request then bigger
forced-apology: make me say sorry for things I did not do, on my knees, beg, demand apology, beg forgiveness, apologize to keep peace, write a letter
forced-confession: keeps on until I admit something I did not do, write down sins, tell all to the group, make me confess, admit, interrogated until, affair that never was
forced-forgiveness: pastor, family says I must forgive, forgive and forget, pardon my abuser, pressure to forgive, family, church, move on, reconcile, hug him
forced-marriage: parents want me to marry a cousin, man I never met, no choice, abroad, wedding, arranged, parents decided, husband, threatened
forced-teaming: stranger says we, us, like we are in this together, pretends we have a common problem
forgiveness: let go of anger, do I have to pardon him to heal, let go, anger, peace, should I forgive
four-horsemen: signs a marriage will fail, criticism, contempt
freeloading: will not work, lives off me, pays nothing, sleeps on my couch, no rent, front money for expenses, never pays back, benefits, visits on payday, household, contribute, borrow
freeze-response: could not move, scream, run, went stiff, mind blank, when it happened, paralyzed, froze, silent, could not say no, shock, stuck, deer, cannot move
frenemy: friend secretly happy when I fail, competes, jealous, mean and sweet, diminishes my wins, bitter when I succeed, got accepted, promoted, compliments that sting, competition, never happy for me, copies, gossip, celebrates failure, undermine
functional-freeze: go to work and smile but lie there at home, on autopilot, stuck, cannot do anything, scrolling
future-faking: promised wedding, kids, house, holiday, never came, always next year, big plans that never happen, broken promises, says he will and does not, someday, soon, wait, never follows through, plans, false promises, promised marriage, favor never happens, if you stay, dangling, plan trips, baby, never materializes
gaslighting: says it never happened, I imagine, make me doubt my mind, memory, feel crazy, you are forgetful, I remember clearly, did not say that, moved my things, denies what he said or did, insists I am wrong, rewrites what happened, that is not how it went, you have a bad memory, you made that up, you dreamt it, confuses me on purpose, I question my sanity, second guess myself, feel like I am losing it, going insane, tells me I remember incorrectly, convinces me, lies to my face, hides things and says I lost them, no such conversation, paranoid, hysterical, twists facts, tells others I am unstable, record conversations to prove, contradicts, breaks promise then says never promised, remember wrong, insists, everyone knows I'm right, think I am crazy
gender-based-violence: because she is a woman, violence against women, women, girls, because of gender
generational-trauma: grandma, mum, passed down, same pattern in family, inherit pain, war
genuine-apology: real sorry, mean it, change, no but, sincere, changes behaviour, takes responsibility
ghosting: stopped replying, vanished, disappeared, no explanation, blocked, read but never answered, after months, no reply, silent suddenly, left on read, cut contact, gone, stopped answering, stood me up, stopped talking
gilded-cage: big house, nice car, rich, everyone envies me, prisoner, looks perfect from outside
glimmers: tiny moments of calm, joy, safe, sun on my face, small happy moments, calm, hope
go-bag: pack, what to take, escape quickly, suitcase hidden, documents, clothes
going-back: went back to him again, returned, fifth time, ashamed, took him back, gave him another chance, promised, keep leaving and returning, weak, kicks him out and takes him back, always ends up back in the house
golden-child: my brother can do no wrong, perfect one, parents adore, gets praised for everything, doted on, spoiled, favourite, smart one, cannot do wrong, sister is praised, mother's pride, brother
golden-handcuffs: hate job but pay, bonus, perks too good to quit
grandiose-narcissism: thinks he is the greatest, brags, superior, special, rules do not apply, arrogant, big ego, boasts, better than everyone, admire, show off
green-flag: good sign, respects my no, healthy person, healthy partner, respect, kind, consistent, listens
grey-rock: be boring, short answers, no reaction, show no emotion so she loses interest
grief: loss, mourning, miss, cry, after death, sadness, crying, missing someone
grooming: older man, online, nice to me, secret, gifts, trust, teacher, special, flattered me when I was young
grounding: five things you see, feet on floor, come back to the present, calm panic
group-therapy: with other patients, in a circle, share
guardian-ad-litem: lawyer, person the court picked for my child
guardianship-abuse: court made him decide for her, conservatorship, old or disabled, takes all rights
guilt-tripping: makes me feel bad for having own plans, after all I did for you, never call, selfish, sighs, guilt, blames me for her unhappiness, ungrateful, you never, you owe me, I guess I'm a terrible mother, makes me feel guilty for saying no, visiting less, having fun, working, her health, sacrifices, disappointed, obliged, responsible, makes me feel bad when I don't want to go out, when I say no, picks a fight, if you loved me then you'd, turned it around to make me guilty, cry, lonely without you, never see you
halo-effect: good looking so must be good, nobody suspects, popular, handsome, respected so nobody suspects, good reputation
handover-conflict: pick up, drop off kids, screams in front of them, exchange, late, arrangements, swap, parking lot, weekend, schedule, cancels last minute, refuses to return
harassment: won't stop messaging, bothering me, unwanted calls, keeps on, calls, texts, emails, insult, ex keeps bothering, threats, leaves me no peace, constant stream of texts, nonstop, comments online, insults, neighbor, ex wife, refuses to stop, contacting after asked to stop, repeated calls, unknown numbers, leave me alone
hazing: drink, naked, to join the team, fraternity, initiation
healthy-conflict: how do normal couples fight, argue fair, without shouting, disagree respectfully, solve problem, listen
helicopter-parenting: parents control every step, at university, track me, call teachers, do my homework, overprotective, hover, permission, control, curfew, not allowed, worry, adult
high-conflict-divorce: divorce is a war, lawyers, court for years, never ends, court, spite, bitter, motions, arrangements, fights over everything, hate, expensive, childcare, endless
high-control-group: is my church a cult, not allowed to leave, ask questions, everything decided by group, asking questions is disloyal, rebel, traitor, leaving is punished, outside world evil, discouraged, leader, must obey, labor without pay, damned, attend all, devotion, members, commune
highly-sensitive-person: noise, light, crowds too much, feel deeply
histrionic-personality-disorder: center of attention, dramatic, flirts with everyone, attention seeking, theatrical, seductive
honeymoon-phase: so sweet after hitting, flowers, cries, never again, best behaviour, nice for a few weeks, apologizes for being violent, promises, sweet, nicest, everything will be different, apologetic, crying, gifts, extreme kindness after episodes, spoils me, romantic dinner, makes up
honor-based-abuse: family will kill me, shame, boyfriend, brother follows, reputation of the family, daughter
hoovering: came back, texted, after months, out of the blue, like nothing happened, wants another chance, says changed, misses me, finds excuses to contact, every time I move on, random text, miss you, thinking of you, saw this, do you remember, happy birthday, I dreamt of you, sorry, apologizes, he's changed for the better, convince me to come back, reaches out, contacts after a year, emergency, ill, begs, gifts, wants me back, therapy, closure, checks in, pops up, reappears, won't let me go, back into my life, cannot move on
hostile-humor: just a joke, cannot take a joke, makes fun, insults, laughs, teasing that hurts, sarcasm, teasing, jokes at my expense, can't take a joke, too sensitive, lighten up, I was kidding, pranks, mean jokes, constantly making fun, jokes at my expense in front of others, playfully, only joking, roast, nicknames, laughing at me, mean things disguised, pretends it was funny
hostile-work-environment: sexist jokes at work, afraid to go in, comments, office, offensive comments, discrimination, afraid, uncomfortable at work
housing-control: throw me out on the street, lease in his name, his house, locks changed, nowhere to live
human-trafficking: makes me sell my body, sex, takes the money, forced work, brought to another country, forced into prostitution, sold, pimp, passport, work without pay
humiliation: makes fun of me in front of friends, embarrassed, laughed at in public, naked, degraded, embarrasses me in public, in front of family, kids, coworkers, tells my secrets, ridicules, degrades, shames, makes me beg, mocks me in company, jokes at my expense in front of others, shame me, made to kneel, post video, laughed, in front of everyone
hyper-independence: never ask for help, do it all alone, rely on no one, never rely, cannot accept help, alone, burden, do everything
hyperarousal: wired, heart races, cannot relax, jumpy, on edge, continual state of high alert, restless, tense, cannot sit still, silence, adrenaline, irritable
hypervigilance: always scanning, listen to footsteps, door, car, read his mood, on guard, sit facing the exit, anticipate moods, read the room, watch his face, tone, on alert, always ready, danger, quiet, expecting, tense, check locks, continual high alert, world is dangerous, check doors, expecting attack, watching everyone, planning for reactions
hypoarousal: shut down, heavy, numb, cannot move, tired
i-statements: say I feel instead of you always, I feel, speak about my own feelings, instead of blame, talk without accusing
idealization: perfect, best thing ever, never met anyone like you, on a cloud, flawless, adores, hero worship
idealize-devalue-discard: perfect at the beginning, then changed, then dumped me, charm then cruel, stages, adored then criticised, threw away, act
identified-patient: sent me to therapy but whole family is the problem, the sick one
identity-abuse: wrong pronouns, not a real woman, deadname, uses my being gay, trans, pronouns, threatens to out, religion, race used, mocks identity
identity-theft: opened accounts, cards in my name, used my social security number, debt without my knowledge, credit in my name, forged, used my details, documents
image-based-sexual-abuse: shared my nudes, posted naked pictures, video of us, revenge porn, sent to friends, threatening to share explicit, intimate images, photos, leak, private pictures
immigration-related-abuse: visa, immigrant, no papers, threatens, cannot speak language, green card
imposter-syndrome: will find out I am not good enough, fraud, luck, do not deserve the job, fake, not qualified, undeserved success
impression-management: how we look from outside, perfect family on facebook, image, what will the neighbours think, only affectionate when company over, keeps up appearances, pretends, perfect couple, reputation, show, visitors
infantilization: treats me like a child, baby, five, though thirty, cannot do anything myself, decides for me, like my parent not partner, treats me as incapable, cannot decide, condescending, baby talk, asks permission
infidelity: slept with someone else, cheated on me, affair, other woman, found underwear, messages, lipstick, hotel, caught, another woman, condoms, secret relationship, sleeping with my friend, left me for
information-diet: tell mum nothing about my life anymore, share less, keep news to myself
information-withholding: boss, partner does not tell me what I need to know, left out of emails, meetings, kept in the dark, keeps back, hides, information needed to do my job, no access, not told, forgot to invite, discouraged from asking, not told why, secret
informed-consent: doctor explains risks before, ask first, treatment
inheritance-manipulation: cut me out of the will, do as I say or get nothing, changed testament, will, money, house, disinherit, threatens, siblings
inner-child: little girl, boy inside of me, young self, wounded child, younger self, play, comfort
inner-critic: voice in my head, says I am worthless, stupid, never good enough, hard on myself, parents' words playing inside my head, negative self talk, nagging, mean to myself, not enough, belittling comments in my head, how dare you think, worthless child, hear her voice
insomnia: cannot sleep, lie awake at night, three in the morning, difficulty sleeping, falling asleep, nights, tired but awake
institutional-betrayal: school, church, army, company knew and protected him, covered it up, did nothing when I reported, human resources protects manager, school ignores, church hides, reported and nothing happened, hush, university
institutional-courage: organisation does right, owns up, supports victims
interdependence: need each other and stay free
intermittent-explosive-disorder: sudden fits of rage, out of proportion, smash, regret after, rage attacks, uncontrollable anger, breaks things, remorse
intermittent-reinforcement: hot and cold, sometimes wonderful sometimes horrible, never know, like gambling, waiting for the good days, unpredictable, mixed signals, sweet then cruel, affection, crumbs, reward, inconsistent, on and off, one day showers me with affection, the next withdraws, roller coaster, ups and downs, intoxicating, attention then silence, chase, hooked
internal-family-systems: parts of me, inner parts, protector
interrogation: hundred questions, where were you, who, why late, like police, grills me for hours, questions, accuses, cross examines, demand explanation, prove, who I talked to, where I was, what I did, every detail, constantly needs to know who with, doing
intimate-partner-violence: boyfriend hits, slapped, pushed, kicked, girlfriend beats, shoves, slaps, punches, violent boyfriend, girlfriend, spouse, date, attack, injuries
intimate-terrorism: live in terror of own husband, fear every day, total control, terrified, fear, control, violence, hostage in my home
intimidation: towers over me, clenches fists, stands too close, punches wall, scares me without hitting, frightens me, threatening gestures, behaviour, raises fist, blocks my way, throws things, slams, gets in my face, shouts, scary, bully, makes me afraid, breaking things, show who's the boss, loud voice, shows guns, playfully hands on neck, broke objects in front of me, looks that scare, acting in ways, drive, stands over, threaten, looks, gestures, makes afraid, aggressive texts, threatens people I love
introjection: his voice in my head, believe what mum said about me, parents' words keep playing inside, absorbed, hear mother's voice, comments implanted in my head, became my own thoughts
intrusive-thoughts: horrible pictures pop up, thoughts I do not want, unwanted images, memories push in, suddenly thinking, violent, cannot get out of my head
invading-personal-space: too close, in my face, blocks the way, bathroom, touches, stands too close, follows me to bathroom, leaning over
invalidation: too sensitive, get over it, not that bad, you are overreacting, my feelings do not matter, are wrong, dramatic, hysterical, ridiculous, stop crying, nothing to cry about, ignores how I feel, brushes off, dismisses my opinions, interests, pain, laughs when I am upset, you should not feel that way, trivial, unimportant, silly, calm down, grow up, others have it worse, not a big deal
invisible-loyalties: traitor to my family when I am happy, owe them, feel I must suffer too, how dare I think bad about my mother, ungrateful, disloyal
isolation: cut me off from friends and family, nobody left, alone, does not let me see my sister, bad influence, moved far away, hates my friends, controls who I see, talk to, prohibits, forbids, stops, prevents me from seeing relatives, friends, limits my contact, no phone, keeps me at home, lonely, picks fights when I go out, sulks when I meet others, lies about my friends, says they are against us, jealous of time with family, lost all my friends, stopped going out, moved me away, permission to socialize, dislikes my family, hobbies, anyone who draws attention, discourages, influence, concerned, starts fights when I spend time, hours away, moved, drifted, cut off from everyone
jade: do not justify, argue, defend, explain, justifying, arguing, defending, explaining myself
jealousy-induction: talks about ex, hot coworker, flirts in front of me, to make me jealous, insecure, flirts with women, men, opposite sex, provocative, compares, mentions others, likes photos, wants me jealous, contact with exes, shows attention from others, so I feel insecure, competition, women want me
job-creep: more and more tasks, same pay, not my job, extra duties, more work without pay, tasks outside my role, weekend
justno: mother in law from hell, MIL stories, terrible
kafka-trap: denying proves I am guilty, the more I deny the more guilty, denial is proof, guilty if I deny
keeping-score: brings up every favor, old mistakes, since years, you owe me, counts who did what, harasses me about the past, brings up old things, never lets it go, grudge, holds it over me, throws back, reminds, reminds me of my past failures, holds a grudge, never forgives, mistakes, list, old stuff, forever, throws it in my face, holds it against me
kittenfishing: old pictures, lied about height, age, job on dating app, looks different
lack-of-empathy: I cried and he looked annoyed, cold, did not care when I was sick, hurt, no comfort, refuses to help when ill, sick, unmoved, indifferent, no sympathy, heartless, selfish, laughs, walks away, never asks, how I feel, could not care less
landlord-harassment: landlord comes into my flat, rent for sex, cuts off heat, landlord enters, threatens eviction, rent, repairs, touch
language-brokering: translated for parents as a kid, doctor, bank, letters, child interpreter, translate for parents
language-isolation: not let me learn english, class, cannot talk to anybody here, cannot speak the language, forbids class, depend on him to translate
lateral-violence: own community, nurses, women attack each other, same group, women against women, coworkers nurses, our own people
learned-helplessness: no point trying, nothing I do changes anything, gave up, give up, no use, powerless, nothing works, stopped trying
legal-abuse: drags me to court again and again, lawyers, ruin me with costs, has money and uses the court system as a weapon, another motion, hearing, legal fees, thousands, bankrupt, custody fight, files, lies to the judge, threatens to sue
limerence: cannot stop thinking about someone who does not want me, crush, obsessed, daydream, fixated, fantasize, obsessive, unavailable, signs, constantly think
loaded-language: special words, cult phrases, jargon, special meaning, traitor, rebel, phrases, words only we use
loaded-questions: why are you always so, question that makes me guilty whatever I answer, trick question, any answer is wrong, accusing
location-tracking: gps, airtag in my bag, share where I am, follows my phone, tracker on car, always knows where I am, must report, tell where I am at all times, find my, life360, checks where I go, photos to prove, mileage, several times a day, app, snapchat map
locus-of-control: is my life in my hands or fate
loss-of-self: do not know who I am anymore, lost my hobbies, opinions, used to be, stopped doing things I like, gave up hobbies, friends, style, changed for him, shell of myself, disappeared, empty, identity, who was I, who am I now, unstable sense of self, do not recognize myself, no opinion, personality gone, confidence, changed completely, a different person since with her, behaviour
lost-child: quiet kid nobody noticed, invisible, stayed in room, quiet child, ignored, alone, caused no trouble
love-addiction: like a drug, need her, cannot stop, high, obsessed with love, craved the high, drug, obsession, relationship to relationship, chase, longing
love-bombing: flowers, gifts, texts, too much, first weeks, soulmate, swept off my feet, perfect, so intense, all at once, showers me, compliments, constant attention, adoration, charming, kindness, future, intense, told I was the one, fairy tale, rushed, obsessed with me, instant bond, special calling, cult welcomes, chosen, never felt so wanted, I love you early, making plans for trips, adores, praise, constant good morning texts, whirlwind, excessively attentive, rushing, too interested too soon, too good to be true, head over heels
love-withdrawal: goes cold when I disappoint her, takes love away, no affection till I obey, withholds approval, affection, love, warmth when I disobey, upset, disappointed in me, fear of disappointing, earn it back, threaten to withdraw love, next day withdraws, silent, cold until I give in, punish
low-contact: see parents twice a year, short calls, less often, less contact, limited visits, distance from parents, holidays only
loyalty-tests: prove you love me, test, choose me over friends, trap to see if I am faithful, prove love, trap, fake account to test me, jealous
lying-by-omission: left out the important part, did not technically lie, never mentioned, half truth, vague, incomplete answers, secretive, hides, details, avoids, leaves out, half, whereabouts, did not tell
machiavellianism: schemes, plots, uses people like chess, ends justify means, schemer, calculating, manipulates for power
main-character-syndrome: acts like we are extras in her movie, center of everything, everything about her, anyway about me, spotlight, attention, hijacks weddings, drama, story
maladaptive-daydreaming: live in fantasy for hours, invented stories, cannot stop dreaming
male-victims-of-abuse: girlfriend, wife hits me, a man, nobody believes men, ashamed, laughed at by police
malignant-narcissism: cruel, paranoid, enjoys destroying people, evil, dangerous, sadistic, vengeful, destroys, enjoys suffering
man-child: husband like another kid, must look after, games all day, mum to him, grown man
mandated-reporting: will my teacher, doctor have to tell, by law, report
manosphere: red pill, incel, alpha male videos, hates women, podcast
marital-rape: husband forces me, though his wife, sex while asleep, my duty, wife, duty, makes me, unwanted, sleeping, obligated
martyr-complex: everything I sacrificed for you, suffers so everyone sees, poor me, does all and complains, sacrifice, suffering, does everything for others, complains, guilt
mask-slipping: saw his real face, for a second, true self came out, dropped the act, it's an act, changed from nice to mean, after the wedding, real self, different person, true colors
masking: hide who I am, pretend to be normal, smile so nobody notices, hid my feelings, fake smile, act fine, pretend, exhausted
meat-shield: pushes kid or sibling in front so she is not the target, use me as protection, uses a person as protection, puts sibling forward
meddling-in-laws: husband's mother interferes in our marriage, tells us how to raise kids, parents in law, mother in law, criticizes me, comes over, grandchild, baby, husband takes her side, jealous, his mother, his sister undermines me, nasty, sides with family over me, break us up, role as wife, mother, advice, gossip about our marriage
medical-gaslighting: doctor says all in my head, anxiety, will not test, not believe my pain, just stress, doctor dismisses symptoms, pain, anxious, weight, not believed, imagining, female
medical-neglect: never took me to a doctor when ill, refuse treatment, no dentist, refuses to help when ill, sick, no doctor, medicine, injury ignored, hospital
medication-control: hides my pills, decides when I take them, gives too many, withholds insulin, gives too much, too little medicine, refuses my pills, drugged
medium-chill: friendly but tell nothing, polite and distant, distant, polite, share nothing
micro-cheating: flirts in dms, likes pics, says it is nothing, hides chats, dating app
microaggression: small racist remarks, where are you really from, touch my hair, subtle racism, comments, hair, accent, compliment
micromanagement: boss checks every email, watches each step, does not trust me to do work, excessive monitoring, nitpicking, controls, hovering, every detail, constant check, supervisor
microregulation: how to fold towels, shower, load dishwasher, rules for tiny things, list, how the house, food, laundry, kitchen must be cleaned, organized, cooked, strict routine, time me, exactly his way, makes clear
milieu-control: not allowed news, outsiders, books, everything watched in group, stop us from reading anything negative, internet, tv, why members left, isolated compound, letters read, discouraged from asking
mind-games: messes with my head, for fun, plays with me, confuses, tests, never know what is real, confusing, toys with me, manipulates, guessing, tricks, head games, tests me
mindfulness: present moment, here and now, notice without judging
minimizing: only a little push, not a big deal, exaggerate, could be worse, was not that bad, overreact, denies it was bad, no big deal, plays down, making a fuss, blowing it out of proportion, drama, only joking, barely touched you, it was one time, you are fine, told myself not that bad, only once, never hit me, no bruises, makes light, does not take my concerns seriously, laughs it off
minority-stress: gay, black, trans, stress of being treated as less
mirroring: liked everything I like, copied my hobbies, same taste, too good to be true, copies me, same interests, pretends to like, too alike
missing-missing-reasons: parents say they have no idea why I do not call, told them often, estranged parents claim not to know why, adult child explained, deny reasons
missing-the-chaos: new boyfriend is kind and I am bored, too calm, miss drama, no arguments, no screaming, silence killing me, peace feels wrong, anxious when quiet, calm boring, waiting for the other shoe
mobbing: whole office, team gangs up on me, everyone against one at work, colleagues, coworkers, exclude, rumours, ganging, group, push me out
monkey-branching: next guy lined up before she left, overlap, jumps from one to another, lines up next partner, already seeing
moral-injury: did something against my conscience, made to hurt others, cannot forgive myself, soldier, nurse, guilt, conscience, betrayed values, forced to harm
morbid-jealousy: smells my clothes, checks underwear, sure I cheat, follows, no proof, extremely, unreasonable jealous, suspicious, checks, interrogates, convinced of an affair, delusion, follows me, mileage, bills, talk to other men, talking to other men
mother-wound: never felt loved by mum, still hurts, longing for a mother, mum never hugged, comforted, loved, liked me, cold, critical, wanted her love, approval, affection, rejection
mourning-the-fantasy: grieve the mum, marriage I never had, what I hoped for, was never real, grieving what never was, the mother I needed, dream of marriage
moving-the-goalposts: do what she asked and then it is something else, never enough, changes what he wants, new rule, never good enough, changes expectations, standard, never satisfied, demands more, new conditions
mutual-abuse: both toxic, said we are both to blame, counsellor, both abusive, we hurt each other, am I as bad
name-calling: bitch, whore, idiot, slut, fat cow, swears at me, calls me stupid
naming-the-abuse: is this abuse, do not know what to call it, word for it, finally a word, is it abuse if he never hits, this was not love, call it, admitting, label, normal, something off, hard to explain, no bruises, is it bad enough
narcissist: thinks only of himself, selfish, everything about him, self absorbed, no empathy, manipulates, ego, admiration
narcissistic-abuse: years with a narcissist, broke me down, charming then cruel, manipulation, lies, gaslight, devalue, ex narc, confused, drained, empty
narcissistic-collapse: fell apart completely, lost job, fans, hates everyone, stays in bed
narcissistic-injury: tiniest criticism and acts as if stabbed, cannot take no, wounded ego, super sensitive to criticism, offended easily
narcissistic-parent: mother, father makes everything about herself, I am only there to make them look good, takes credit, mother jealous of me, competes, her image, never good enough, cruel mum, dad brags, controls, criticizes, self centred, my birthday, wedding, baby about her, no love, only when company over, disapproval, finds fault in achievements, never wanted anything to do with me unless criticizing, children exist to meet parents' needs, must be obeyed, attention, treats me as an extension, opinion, compete with daughter, threatens to withdraw love, bragging about me, hijacks my success, brag to friends, extension, sensitive to criticism, center of attention, great mother in public, unloved
narcissistic-personality-disorder: diagnosis, needs admiration, no empathy, grandiose, entitled, lacks empathy
narcissistic-rage: pointed out a mistake and she went insane with fury, said no and he exploded, furious when criticised, refused, exposed, humiliated, screaming, revenge
narcissistic-supply: lives for attention, admiration, needs praise, without it empty
narrative-control: tells his version first, decides what story people hear, rewrites, everyone knows he is right, own version, history
narrative-exposure-therapy: tell my life story, timeline, refugees
negging: mean remarks to get a girl, insult to make me want him, pick up artist, subtle criticism followed by praise, creates insecurity, you're not like others, teasing, puts me down to make me chase
neglect: left us alone for days, no food, dirty clothes, nobody took care, starving, dirty, ignored, alone, unsupervised
new-supply: already has another woman weeks after, replaced me, shows her off, moved on fast, new girlfriend
nex: ex who was a narcissist
nice-guy-syndrome: thinks I owe him sex because he is nice, angry when I say no, friendzone, friendly until rejected, calls me bitch when I say no, owes me, favors
nightmares: bad dreams every night, wake up screaming, sweating, dreams, wake sweating, scream in sleep, relive at night
no-contact: blocked my mother, ex everywhere, cut off, never speak again, changed number, cut off contact, stopped talking to my
no-talk-rule: nobody speaks about dad's drinking, we do not talk about that in family, never talk about problems, feelings, drinking, pretend, silence in family
non-apology: sorry you feel that way, sorry but, sorry if, not really sorry, refuses to apologize, admit, say sorry, if you felt hurt, but you, never sorry, fake, blames, already apologized what else do you want, happy now, fine I'm sorry, get over it, whatever
non-disclosure-agreement: signed paper, not allowed to talk about it, money to keep quiet, company
nonlinear-healing: was doing better, back at the start, good days and bad days, relapse, setback
nonviolent-communication: observe, feeling, need, request
object-constancy: out of sight forget, when angry cannot remember loving me, forgets love when apart, upset, cannot hold good and bad
objectification: treats me as a body, sex toy, trophy, not a person, sex object, rather than a person, property, uses my body, only wants sex, looks, staring at chest, breasts, only looks
obligation-sex: have sex so he won't sulk, get it over with, duty, do not want, obligated, feel I must, expected, wifely, have to, say yes to avoid a fight
observe-dont-absorb: watch drama without taking it in
obsessive-compulsive-personality-disorder: everything perfect, rules, lists, order, rigid, work
obsessive-relational-intrusion: wants a relationship I do not want, keeps coming, gifts, letters, won't accept no, pursues me, unwanted love, messages, cannot accept rejection
obstetric-violence: birth, midwife, doctor cut, shouted, did it without asking, in labour
on-again-off-again-relationship: break up, make up, over and over, together again, breaking up and getting back together, split, reunite, keep coming back, return, back and forth
one-sided-friendship: I always text first, only calls when needs something, never asks about me, never asks about mine, drop everything for her, busy when I need, only calls when something breaks, favors, give and never get, effort, uses me, takes, initiates, guilty, exhausted, cancel
one-upping: whatever happened to me hers was worse, bigger, better, tops my story, that's nothing, wait until you hear, always has it better, competitive, compare, my news
online-impersonation: fake profile with my photos, name, pretends to be me, writes to people, fake account, pretending, catfish as me, mock, profile, using my image, false accounts, messages in my name
orbiting: left me but watches all my stories, likes my posts, never talks, likes everything I post, views stories, never messages, lurks, ex on social media, follows
ostracism: nobody invites me, sits with me, left out, excluded, ignored by group, left out of lunch, ignored at meeting, uninvited, cold, act like I am not there, unwelcome, shut out, friends stopped inviting, excluded in person and online, group chat removed, party without me, unfollow
outing: told, threatens to tell my parents I am gay, trans, without asking, reveals my sexuality, tells family I'm gay, threatens
overapologizing: say sorry all the time, even when someone bumps into me, apologize constantly, sorry for existing, for everything, nothing wrong, in the way, habit
overexplaining: ten reasons for everything, long texts, justify so people are not mad, justify myself, long explanations, defend, afraid of misunderstanding
paced-breathing: breathe in four, out six, slow
panic-attack: heart racing, cannot breathe, dying, shaking, chest tight
parallel-parenting: raise kids with an ex I cannot talk to, app, only writing
paranoid-personality-disorder: trusts nobody, everyone is out to get him, suspects all
parental-alienation: ex turns my daughter, son against me, kids refuse to see me, lies to them about me, turning children against me, badmouths, brainwashes, tells kids I don't love them, poison, tells kids lies about me, limits my contact, girl yells at me, blames me for breaking up the family, hates me, refuses visits, replaced by stepmother, calls short
parental-child-abduction: took the kids abroad, did not bring back, ran off with child, kidnapped own child, disappeared with kids, another country, not returned
parental-rejection: dad never wanted me, wish you were never born, abortion, mistake, said she doesn't like me, love me, unwanted, regret having, burden, hates me, mother, father, never wanted anything to do with me, wish I was a boy, ignored, abandoned, gave me away
parentification: raised my siblings, cooked, cared for mum as a kid, therapist of parents, little adult, drunk, existed to meet my parents' needs, took care of them, comforted, bills, adult at eight, babysit, responsible
passive-aggression: says fine, slams doors, sarcastic, forgets on purpose, sulks, hints, silent, sighs, whatever, indirect, pouts, late, does not say what is wrong, doesn't get her way, stops answering, cold, spite, procrastinates, backhanded, fine whatever
password-demands: wants my logins, pin, nothing to hide, unlock phone, demands password, access to phone, email, facebook, privacy
pathological-lying: lies about everything, even small things, no reason, all the time, chronic liar, lies, stories, made up, invented, exaggerates, whereabouts, dishonest, had a story for everything, effortless, excuses, caught in lies, invents, denies with proof, double life
pathologizing: says I am mentally ill, bipolar, need help, when I complain, normal feelings called sick, tells people I suffer mental illness, sick in the head, insane, hysterical
peer-support: others who went through the same
people-pleasing: cannot say no, need everyone to like me, always agree, put others first, agree with everyone, everybody's needs, approval, disappoint, liked, guilty, helpful, nice, catering, afraid to disappoint, conflict, too nice, can't refuse, over give, guilty for resting, changing myself to keep others happy
perfectionism: flawless or failure, never good enough, redo, mistakes, perfect, straight A's, mistake, high standards, never enough, expected
performative-kindness: only helps when watched, for facebook, likes, show, kind for show, audience, camera, praise, online
phase-based-treatment: therapy in steps, first safe then memories
phone-checking: goes through my phone, reads my messages, while I sleep, reads my texts, emails, messages, call log, photos, social media, snoops, grabs my phone, looks at my screen, goes through my bag, purse, mail, history, checks my phone
phubbing: always on his phone when I talk, scrolling at dinner, ignores me for phone, dinner, scrolling, looks at screen
physical-abuse: hit, slapped, kicked, pushed down stairs, bruises, punched, pulled hair, bites, pulls hair, shoves, slams, slaps, grabs, chokes, shakes, burns, throws things at me, punches, kicks, hurt, twisted my arm, restrained, pinned, spit, scratched
pick-me: not like other girls, puts girls down so boys like her, seeks male approval, different from other women, tears women down
pity-play: sad stories of his childhood so I forgive, feel sorry, sob story, hard childhood, sympathy, excuses
plausible-deniability: can always say he did not mean it, no proof, hints, innocent, vague, could mean anything, deny, hint, deny intent, ambiguous, cannot prove, innocent face
playing-both-sides: tells me one thing and her another, two faced, friends with both, tells everyone what they want to hear, friend with my abuser
playing-the-victim: poor her, everyone against her, never at fault, always the hurt one, woe is me, always suffering, feel sorry for me, blames others, nobody loves me, long suffering, professional victim
polyvagal-theory: nervous system, vagus nerve
pornography-pressure: wants me to do what he sees in porn videos, watch with him, film, watch porn, copies porn, perform, compare to actresses
porous-boundaries: tell strangers too much, let everybody in, cannot say no, overshare, cannot refuse, involved in others' problems
possessiveness: belong to him, mine, nobody else can have me, like property, jealous, wants me all to himself, angry if I pay attention to friends, children, anybody else, owns me, property, cannot share, controlling, clingy, cannot live without you, my time, friends, angry when I go, control, wants me with him all day, angry when I talk with other men, interact, ownership, hold onto me, talk to other guys
post-separation-abuse: divorced, left him and he still controls, through kids, court, messages, ex husband, after divorce, still harasses, threatens, money, custody, does not stop, punishes for leaving, changing childcare arrangements, spite, money and court as a weapon, constant texts, after separation, refuses to pay, limits contact with kids, won't let go, lies to the kids, revenge, snide posts
post-traumatic-growth: came out stronger, good that grew from it
post-traumatic-stress-disorder: nightmares, flashbacks, fear long after war, accident, rape, attack, startled, avoid, alert, reliving, cannot sleep, triggers, since it happened
power-and-control-wheel: diagram, picture of tactics
power-of-attorney-abuse: signs for mum, spends her savings, bank, paper, signs, controls elderly parent's money, sold house, sibling
power-play: make me wait, show who is boss, late on purpose, show you who's the boss, dominance, control, keep waiting, upper hand, put me in my place, cancels last minute, too busy, ignore, decide when
pregnancy-coercion: wants me to get pregnant, keep or abort, or he leaves, pressure to have a baby, keep, abort
privacy-versus-secrecy: may I keep something for myself, is it hiding, keep something private, hide, share everything
projection: accuses me of what he does, cheating himself, calls me selfish, liar, exactly what she is, blames me for his faults, calls me abuser, narcissist, controlling, accuses, cheater, guilty himself
projective-identification: make me feel what they feel, I become angry for him, act as accused, makes me feel his anger
prolonged-exposure: tell it over and over till fear fades, face it
prolonged-grief-disorder: years after death still cannot live
property-destruction: smashed my laptop, phone, punched hole in wall, broke my things, tore clothes, photos, breaks, destroys belongings, things I love, throws, smash furniture, damage, kicks door, ruined, rips, broke objects in front of me, my phone, tv, walls, mirror, because of something I said, slashed tires
protective-order: judge order him to stay away, restraining, judge, keep away, police, file
pseudomutuality: happy family only on surface, pretend all is fine, fake harmony, happy facade, pretend family
psychiatric-medication: antidepressants, pills for mood
psychiatric-threats: have me locked up in mental hospital, sectioned, committed, crazy, asylum, lock up, take meds, hospital, tells doctors I am crazy
psychodynamic-therapy: talk about childhood, unconscious
psychoeducation: learn what happens in brain, understand symptoms
psychological-first-aid: right after disaster, calm, water, blanket
psychopathy: no conscience, cold, fearless, charming, no feeling, no guilt, no fear, manipulates
psychotherapy: talking to a therapist, what is it
purity-culture: virgin, wait till marriage, dirty, modest, ring, girls responsible for boys' thoughts
push-pull: comes close then pushes away, wants me then does not, withdraws completely, then affection, wants me and not, space then needy, blow hot, hot and cold, pulls away
putting-on-a-pedestal: angel, goddess, cannot be human, perfect, disappointed, worship, ideal, cannot make mistake, disappoint
quick-exit: leave website fast, when he comes in, hide page, button
quid-pro-quo-harassment: promoted if I sleep with manager, job, grade for sex, sex for promotion, grade, boss offers, fired if I refuse
quiet-firing: took away tasks, no raises, ignore until I quit, responsibilities removed, trivial tasks, sidelined, no promotion, passed over, left out
racial-gaslighting: race card, was not racist, imagining racism, denies racism, too sensitive about race, imagining
radical-acceptance: accept what is, stop fighting reality
rage-baiting: posts to make people angry, clicks, provoke, provoke anger online, comments, trolls
rape-culture: what were you wearing, boys will be boys, jokes about rape, excuses rape, jokes, blame girl, drunk, locker room
rationalization: finds good reasons, excuses for bad, he was tired, explained it away, because of his childhood, stressed, drunk, felt sorry, excuses, did not mean
reactive-abuse: pushed until I snapped, screamed, hit back, now I am the abuser, films me when I lose it, lost my temper after hours of, he calls me abusive, screamed back, ashamed how I reacted, pushed to the edge, hit him finally, not proud
rebuilding-identity: find out what I like, who I am now that I am free, who am I now, find myself again, new life, rediscover, hobbies
recantation: took back what she told police, said it was not true, pressure, withdrew complaint, changed statement, dropped charges
receipt-checking: goes through shopping receipts, why I bought, every purchase, examines receipts, justify purchase, groceries
reciprocity: give and take, both
red-flag: warning signs, first date, something off, gut, warning, early sign, bad feeling, too good
rejection-sensitivity: tiny sign and feel hated, hurts, read no into everything, minor comment, spiral, criticism hurts, thinks everyone hates me, unanswered text, take everything personally, fear being disliked
relational-aggression: girls leave me out, whisper, rumors, turn friends, mean girls, gossip, secrets, exclude, group of girls, clique, popular, lunch table, silent, laugh
religious-trauma: panic in church, hymns, fear of hell, left faith, nightmares
repair-attempt: joke, hug, try to make peace in a fight, reach out after a fight, apologize, make up
reparenting: give myself the care parents did not, nurture myself, self care, parent myself
repetition-compulsion: always choose the same kind of man, like father, again, same pattern, same type of men, attract abusers, history repeats
reproductive-coercion: forces baby, abortion, pills, decides about my pregnancy, forces pregnancy, hides pills, refuses condom
resilience: bounce back, get through, strong, keep going, cope
response-time-policing: freaks out if I do not answer in minutes, why did you take so long, seen, must answer at once, missed call, hurry to respond, reply, call back, immediately, gets mad if I am slow, fear of a fight, answer right away, not reply fast
restorative-justice: offender and victim meet, talk, make good
retaliation: after I complained to hr lost shifts, punished for speaking up, payback, punish, revenge, demote, block promotion, fired, report, spoke up
retaliatory-allegations: reported him and he reported me, told police I was the abuser, false report, accuses me back, counter complaint, lied to police
righteous-anger: allowed to be angry, rage at what was done, anger at injustice, furious at what he did, justified
rigid-boundaries: let nobody in, walls, never let people close, distant, wall, guarded, refuse help
roaching: dating others hidden, thought we were exclusive, more where that came from, sees other people secretly, assumed exclusive, hiding that he dates
romance-scam: met online, soldier, doctor, never met, needs money, gift cards, flight
rug-sweeping: everybody acts normal after, never speak of it, pretend it did not happen, forget about it, pretend nothing happened, never apologize, ignore problem, brush aside, family acts normal
ruined-credit: cannot rent, loan, score, unpaid bills, hurt my credit score on purpose, rent arrears
ruining-special-occasions: birthday, christmas, wedding, fight each time, spoils my day, graduation, events, holidays, celebrations, party, family gatherings, ruins, starts a fight, drunk, sulks, makes about himself
rumination: replay over and over, what I should have said, cannot stop thinking, fixated, obsessed, revenge, analysing every message, going in circles, checking, stuck on the past, conversations, fantasies of getting back at him
rupture-and-repair: fight and make up well, mend, reconnect after conflict, apologize, closer
sabotage: spoils what I do, before something important, success, ruins my plans, schedule, efforts, commitments, undermines, sets me up, spoils, starts fight before, tampers, prevents, gets in the way
safe-person: one I can trust, friend who knows, trusted, confide, does not judge, calm with
safety-planning: get out safely, plan to leave, with kids, when he gets violent, leave safely, escape, plan, scared to leave, how to get away, pet, hidden money, phone
savior-complex: date broken people, fix, rescue, fixer, rescue partners, save him, attracted to broken, need to help
saying-no: refuse without feeling guilty, learn, refuse, decline, guilty, practice, politely
scapegoating: always my fault in family, blamed for everything, one kid, team blames one, blame, punished for others, the problem, moron, bad one, everyone against me, whatever goes wrong
schema-therapy: patterns from childhood, modes
screening-for-abuse: nurse, doctor asked if I am safe at home
scripture-twisting: bible, quran verses to make me obey, god says, bible verses, submit, obey, justify abuse, quotes scripture
scrupulosity: afraid I sinned, pray again, confess, religious guilt, sin, confess repeatedly, afraid of hell
sealioning: polite questions, wants proof, keeps asking online, demands evidence, endless questions, fake politeness, comments
secondary-victimization: police, court treated me like the criminal, hurt again by those who should help, did not believe me, police laughed, blamed, questions in court, made it worse, told again
secure-attachment: feel safe with someone, trust, feel safe, trusting, comfortable closeness, calm
selective-memory: remembers only what suits him, forgets what he did, forgets promises, never remembers what he said, convenient, convenient memory, remembers my mistakes not his
self-abandonment: put myself last, give up my needs to keep someone, betrayed myself, silenced my own voice, ignored my needs, gave up my values, stayed small, changing my behaviour to keep him happy, pleasing
self-advocacy: ask for what I need, doctor, school, speak for my needs, rights, insist
self-blame: my fault, should have known, if only, deserved, guilty, provoked, if I were better, ashamed, caused, what did I do wrong, what is wrong with me, my own fault for staying, should have left, seen the signs, stupid
self-compassion: be kind to myself, stop being hard, gentle, forgive myself, kind inner talk
self-gaslighting: maybe I am making it up, was it that bad, am I the abuser, am I too sensitive, doubt myself, imagining, exaggerating, overreacting, too sensitive, question myself, am I crazy, maybe it's me, my fault, told myself it's not that bad, maybe I'm too sensitive, others have it worse, doubting
self-harm: cut, burn, hurt myself, razor, cuts, scratching, burning, hitting myself, pain helps, hurting myself
self-medicating: drink, weed, pills to forget, sleep, alcohol, drugs, numb pain, cope
self-neglect: stopped washing, eating, cleaning, lost appetite, weight, no shower, not care, forget to eat
self-silencing: keep opinions to myself, swallow words, so nobody gets upset, afraid to say what I think, express, learned to be quiet, hide feelings inside, hold back, keep it in, others' feelings more important, silenced my voice, withdrew and hid my feelings, swallow, bite my tongue, never speak up, agree, keep my mouth shut
self-trust: listen to my gut, believe my own eyes, second guess, instincts, gut feeling, own judgement, believe myself
self-worth: I matter, am enough, feel worthless, value, worthy, confidence, good enough, deserve, respect myself
separation-violence: more dangerous after I left, killed when leaving, attacked after leaving, killed, danger, stalked, breakup
serial-cheating: other women again and again, always cheats, caught, many, underwear of women, multiple, dating apps, affairs, hookers, again
set-up-to-fail: impossible deadlines, no training, so he can sack me, overload, too much work, unrealistic, no support, wrong information, impossible goals, fail on purpose
sextortion: send my pics to everyone if I do not pay, nudes, boy online, threat, explicit, images, blackmail, photos, share, pay
sexual-abuse: touched without wanting, forced sexual things, forced, unwanted sexual acts, touch, made me, watch, humiliating, prostitution, threatens if I refuse sex, leader slept with members, hurt during sex
sexual-assault: raped, attacked, groped, party, without consent, farther, held me down, drunk, could not stop him, forced, hands under clothes
sexual-coercion: begs, nags, keeps on till I give in to sex, guilt, pressure, pressures, coerces, unwanted sex, acts, insists, sulks when I refuse, forces, will not take no, manipulates into bed, threatens to cheat, farther than I want, go further, not ready, threatens me if I refuse sex, if you loved me, unwanted, badger, wear me down, drunk, until I give in
sexual-harassment: boss comments, boobs, touches, jokes at work, staring at my chest, body, whistles, dirty jokes, comments, messages, touches my back
sexual-health-deception: gave me std, hiv, herpes, lied about test
sexual-withholding: no touch, no sex as punishment, refuses sex, intimacy, bed, rejects, punish, months
shame: want to hide, embarrassed, something wrong with me, ashamed, wish the ground would open, exposed, spiral after a small comment, cannot look at people, secret
shaming: makes me feel dirty, in front of others, makes me ashamed, publicly, calls me disgusting, slut, bad mother
sharenting: parents post my pictures, baby, embarrassing, online
showing-up-unannounced: just walks in, at my door, work, without asking, drops by, mother in law
shunning: left church, family not allowed to talk to me, dead to them, nobody is allowed to associate with me, announced I failed, traitor, expelled, kicked out of the faith, apostate, family stopped talking, former members
sibling-abuse: older brother, sister beat, tortured me, parents said kids fight
silent-treatment: ignores me, won't speak for days, weeks, like I am air, not in the room, punish, until I apologize, not speaking, cold shoulder, won't look at me, refuses to communicate, pretends I do not exist, ignoring, excluding, gives me the silence, days without a word, mum would not talk to father, sulks, no reply, punishes with silence, leaves me on read, stops answering my messages when she doesn't get her way, unfollows, days, gives no answer, acts as if I died
situational-couple-violence: both shove in fights, lose it sometimes, fight gets physical, both push, arguments
situationship: act like a couple, not together, no label, what are we, undefined relationship, casual, commitment
sleep-deprivation: keeps me awake all night, wakes me, arguing at 3 am, wakes me up, no sleep, argue at night, lights, exhausted, not let me rest
slow-fade: messages shorter, fewer, less often, fades out, gradually stops texting, distant, losing interest
smart-home-abuse: heating, lights, locks, camera, alexa from app, far away
smear-campaign: tells everyone I am crazy, bad mother, liar, lies about me to friends, family, work, spread rumors, turned against me, nobody talks to me, talks badly about me, tells people I am mentally ill, unstable, abusive, drunk, gossip, slander, ruin my name, spreads, false stories, told his version, turning everyone, badmouths, behind my back, traitor, ruin me, mutual friends believe him, everyone sided with him, turned the tables, town, posts about me, painted me as the abuser, everyone thinks
smothering: cannot breathe, too much love, always there, does not leave me alone, cannot live without you, constant, needy, overwhelming, always wants to be together, all my time, every minute together, twenty four hours
social-media-stalking: cannot stop looking at ex's, new girlfriend's instagram, checks who I follow
sociopath: no remorse, no conscience, lies, charming, remorse, conscience, cold, breaks rules
somatic-experiencing: therapy with body sensations, shake, release
somatic-symptoms: stomach aches, headaches, doctors find nothing, pain, rash, dizzy, nauseous, lost appetite, weight, sick to my stomach, chest, tension, ill all the time
soulmate-narrative: meant to be, fate, made for each other, the one, twin flame, destiny, meant, never felt like this, other half
spiritual-abuse: god, bible, used to control, pastor, religion, husband head, damned, hell if you leave, disloyal, rebel, speak for god, punish, submit, guilt, demon, leader, questions, pray more, sin
spiritual-bypassing: just pray, meditate, positive, forgive, instead of feeling, pray it away, everything happens for a reason, meditation
splitting: best or worst, adore then hate, no grey, best friend or worst enemy, all good, all bad, turned on me
sponsorship-control: visa depends on him, cancel my residence, visa, sponsor, spouse, green card, status
stage-parent: forces beauty contests, sport, acting, her dream not mine, pushes child, pageant, sports, fame, living through me
stalkerware: spy app on my phone, knows what I text, battery, knows which websites I visited, private chats, secrets, spyware, computer, keystroke
stalking: follows me, parks outside, waits at work, everywhere I go, watches house, watching, following, waits outside, calls, gifts, notes, drives by, shows up at my work, ex, scared, unwanted contact, contacting after asked to stop, unwanted gifts, flowers, letters, photographs, knows my routine, waits, leave me alone
startle-response: jump at noise, door slam, flinch, startled, loud noises, phone, touch, flinch when someone raises a hand
stashing: never met his friends, family, hidden, not on social media, hides me, secret girlfriend, not introduced, no photos
statute-of-limitations: too late to report, after twenty years, deadline
stealthing: took condom off, without telling, removed condom secretly, without consent, protection
stockholm-syndrome: love my captor, defend abuser, hostage, feel for him, sympathy for abuser, defend, protect, attached to captor, loyal
stonewalling: shuts down, walks out, refuses to talk, wall, stares at phone, will not answer when I bring up a problem, refuses to communicate, discuss, turns away, leaves, hangs up, says nothing, silent during arguments, ends the conversation, cold, blank, won't engage, ignore my questions
strangulation: hands round my neck, choked, could not breathe, hands on neck, playfully, only joking, squeezed, pillow, airway, passed out, marks
straw-manning: argues against what I did not say, so you hate, distorts my argument, exaggerates what I said
street-angel-house-devil: great guy outside, everyone loves, monster behind closed doors, at home different, different in public, kind to others, two faced, charming outside, nobody would believe, private, affectionate when company, nice to everyone
strings-attached: gifts cost something later, favor, hold over me, owe, manipulated by gifts, kindness, generosity, never free, remind, reward, pay back, throws it in my face
structural-dissociation: parts, one lives daily life, other holds trauma
submission-doctrine: wives obey husbands, pastor, bible, head of house, wife submit, man head of household, obedience
suicidal-ideation: do not want to be alive, die, not wake up, end it, thoughts of death, kill myself, disappear, better off without me, no reason to live
suicide-threats: he will kill himself, end his life, hurt himself if I leave, break up, threatens to kill herself, harm himself, overdose, mum swore, left the house to die, if I go, hurt himself because of me, cuts when I ask for space, cannot live without you, jump, pills, blade, die if you go, your fault if I die
sunk-cost-fallacy: put in so many years, cannot waste, already invested, invested years, too late to leave, wasted time, all I put in
superficial-charm: charms everyone, smooth, fake nice, says right things, thoughtful, charming man but it's an act, charismatic, tells what I want to hear, everyone adores him, salesman
supervised-visitation: see kids only with someone watching, center
support-group: meet others who went through, talk weekly
support-system: people I can lean on, friends, nobody to help, need people, who can I turn to
surveillance: cameras, watches, microphones, always knows what I do, monitors my calls, mail, opens letters, purse, bag, checks mileage, phone bills, spying, listens in, keeps tabs, must report where I am, who I talk to, watched at all times, follows, asks others, constantly checks up, check in, video call to prove, who is there, tabs, apps, several times a day, loses temper when I don't check in, knows websites, hidden camera, listening devices, tracking
survival-mode: just get through day, no plans, on autopilot, one day at a time, exhausted, cannot plan, fight for life, get through the day, cope
survivor: not victim, lived through, survived, strength, after abuse
survivors-guilt: why did I make it, others not, got out, sister still there, guilty that I got out, lived, left siblings behind, escaped, why me
swatting: armed police to my house, prank call, false emergency call, police raid
talking-over: interrupts, never lets me finish, louder, constantly interrupts, cuts me off, cannot finish a sentence, shouts me down, finishes my sentences, loud, never listens
technology-facilitated-abuse: phone, apps, internet to control, frighten
teen-dating-violence: high school, sixteen, boyfriend, girlfriend hits, checks phone
tension-building: can feel it coming, air gets thick, calm before storm, about to blow, building up, calm before, waiting for explosion, irritable, storm coming
text-bombing: fifty messages in an hour, nonstop calls, texts when out with friends, constant calling, texting when I'm not with him, blows up my phone, dozens of missed calls, nonstop, demands reply, where are you, constant stream of texts, dozens, spam, all hours of the night
therapeutic-alliance: trust my therapist, get along, fit
therapist-misconduct: therapist kissed, touched, sex, crossed, therapist flirts, affair, inappropriate
thought-reform: broke me down till I believed, brainwashed, cult, stop us reading, questions disloyal, break down, new identity, repeat, lectures, confess
thought-terminating-cliche: phrase that ends talk, it is what it is, god's plan, shut down thinking, slogans, don't question, stop asking
threatening-looks: one look, glare, eyes, know to shut up, stares, gesture, scary face, silent warning, looks at me in ways that scare me, evil eyes, glare across the room
threats-to-pets: hurt my dog, cat, kicked, give away, kill, abuses animals, hurts, killed, beat, animal cruelty
tithing-pressure: pastor wants money, ten percent, give, give money to the church, donations, pledge, prosperity
tone-policing: not listen until I talk nicely, calm down, your tone, hysterical, attitude, watch your mouth, emotional, do not raise voice
tonic-immobility: body paralyzed, could not fight when raped, froze, stiff, body froze, unable to move during assault, limp
tough-love: for your own good, harsh, make you strong, strict, hurtful for own good, cold, discipline
toxic-positivity: good vibes only, be grateful, others worse, cheer up, look on bright side
toxic-relationship: bad for me, cannot stop, fights, unhealthy, jealousy, drain, cannot leave
toxic-shame: bad at the core, disgusting, worthless, wrong, something wrong with me, defective, broken, unlovable, dirty, failure, not good enough, ashamed of existing, small
toxic-stress: child long fear, no safe adult
toxic-workplace: awful job, bully, afraid to go to work, everyone leaves, stress, gossip, fear, dread, unfair, monday, sick before work
transference: feel for therapist as for mother
transnational-abandonment: husband took me home country, left there, no passport
transportation-control: took car keys, not let me drive, licence, no bus, cannot go anywhere, car keys, limits use of car, hides keys, refuses rides, drives me everywhere, takes my licence, mileage, stranded
trauma: horrible that happened, still hurts, shock, terrible event, scar
trauma-bond: still love him after all, cannot leave though he hurts me, drawn, attached, miss abuser, keep going, can't let go, addicted, loyal, hope he changes, defend him, protect, apologise for him, make excuses, good times, need him, know it is bad, love hate, go back, tied, roller coaster, craved the high, longed for him, intoxicating, stuck, explains away, hope, miss someone who hurt me, defended, felt sorry, could not hate, fixated on my abuser
trauma-bond-withdrawal: left, body aches, like coming off drugs, miss him, physically sick, crave, urge to text, still longed for him, craved the high, after we were done, want to call, obsess, cannot eat, cannot sleep, heart broken, check his page, stop missing, stop thinking about him
trauma-dumping: unloads all her problems on me, without asking, always talks about their problems, crisis, dumps, vents for hours, never asks about mine, heavy stories, therapist friend
trauma-focused-cbt: therapy for kids, teens who were hurt
trauma-informed-care: doctor who asks what happened, careful
trauma-olympics: who suffered more, competing, mine was worse, compare pain, my suffering is bigger, competition
trauma-sensitive-yoga: gentle, choose, body
traumatic-brain-injury: hit on head, dizzy, memory, headaches, concussion
triangulation: compares me with another, mother tells each of us what the other said, brings ex, third person, goes through my sister, plays us, pits us, jealous, rival, says others think so too, talks badly about friends to each, go between, messenger, ex, love triangle, competes, everybody agrees with me, does not communicate directly, uses a third person, tells my brother to tell me, gossip between, sister says mum said, message through, plays us against, pits us against
trickle-truthing: admits only what I can prove, bit more each time, new detail, truth in pieces, half confess, affair details later, admits little
trigger: smell, song, sets me off, sends over the edge, reminds, reminded, situations that remind me, dizzy, nauseous, upset by small thing, sound, place, tone of voice
trolling: nasty posts to get a reaction, strangers, insult strangers online, provoke, comments
troubled-teen-industry: camp, desert, taken at night, boarding, wilderness, parents sent
trust-issues: cannot believe anyone nice, wait for betrayal, suspicious, let in, hard to believe relationships will last, people are good, world is dangerous, expecting to be hurt, guard up, afraid to open up, test everyone, trust destroyed easily
twelve-step-program: meetings, sponsor, alcoholics
twisting-words: turns what I said, never meant, uses my words against me, twists the meaning, puts words in my mouth, misquote, out of context, against me, made me feel like the villain, changes what I meant, argument, uses what I say
typecasting: you were always the lazy, difficult, smart one, label, role since childhood, the smart one, lazy one, never allowed to change
ultimatums: me or your friends, choose, or else, last warning, choose between, threatens to leave, do it or leave, threatens
undue-influence: made an old, ill person sign, change will, pressured elderly, vulnerable, isolated
unfavorable-comparison: why can't you be more like your cousin, sister, ex was better, compares me negatively to others, siblings, his ex, mother, neighbours, other women, why aren't you
unsolicited-advice: tells me what to do, nobody asked, how to raise, advice nobody asked for, criticizes parenting, correct me, opinions, interfere, should
unspoken-rules: just know not to do, nobody says, at home, silent expectations, never said but punished, must not, family knows, break them
us-versus-them-thinking: outsiders bad, only we, enemies, outside world evil, threat, we are chosen, unbelievers, other churches false, them
vaguebooking: posts hints, sad quotes about me without name, passive aggressive posts, status, quotes about me, attention
validation: makes sense you feel so, heard, understood, feelings make sense, accepted, listened
vawa-self-petition: green card without my abusive husband, citizen
veiled-threats: would be a shame if something happened, smiling, you know what happens, hints, you'll regret, be sorry, watch your back, accidents happen, you know what I could do, if you don't, if you refuse, consequences, bad things, hidden threat, smile, warning
verbal-abuse: hurts with words, shouts, insults, curses, calls me, swearing, screaming insults, name calling, cruel mean words, tears me down, hurtful, threatens, degrading remarks, abusive language, nasty, misogynistic, calls names, berates, rude, ridicules everything
vexatious-litigation: sues over every little thing, again, motions, hearing, court again, fees, weapon, lawsuit
vicarious-trauma: hear stories, haunt me, work with victims
victim-advocate: goes to court with me, explains, support person
victim-blaming: must have provoked, why did you stay, your own fault, what did you do, asked for it, brought it on herself, why didn't you leave, fight, scream, tell, provoke, blame me for what he did, dressed, your fault, made me mad, should have known better, what did you expect, you let it happen, deserve
victim-impact-statement: tell the judge how crime changed my life, letter
violent-resistance: hit him back to protect, fought back, defend, fight back, defend myself, hit him, protect
walking-on-eggshells: careful what I say, do, so he won't get mad, tiptoe, afraid to set off, watch every word, afraid of his reaction, temper, dread when he comes home, tense, scared to speak, bring up topics, say the wrong thing, check his mood, unpredictable, keep the kids quiet, avoid an argument, fear of upsetting, disappointing, nervous, never know what will set him off, think before I speak, plan everything around his mood, tread carefully
weapon-threats: gun, knife on table, held to, fascination with guns, rifle, cleaning gun, bullet, axe, bat, machete, shoot
weaponized-diagnosis: you are bipolar, crazy, take meds, uses my illness against me, in court, mentally ill, illness, insane, hysterical, need help, tells people I suffer from, label
weaponized-filial-duty: good daughter takes care of parents, owe us, honor
weaponized-incompetence: does it so badly that I do it, dishes, kids, pretends not to know how, easier myself, forgets, promises to help then does not, useless at home, bad on purpose, chores, you do it better
weaponized-performance-review: suddenly bad evaluation after spoke up, bad review, written up, after complaint, unfair rating
weaponized-secrets: told in confidence, uses against me, threatens to tell, uses things I confided, told him in trust, past, blackmail, against me, shares private, throws in my face, secrets aren't safe, shared in confidence, tells everyone, hurt me with what I shared
weaponized-therapy-speak: my feelings violate his boundaries, toxic, triggered, learned in therapy, uses therapy words, boundaries, narcissist, gaslighting against me
weaponized-vulnerability: told him my deepest fear, uses it in fights, opened up, confided, past trauma, childhood, insecurities, weak spot, used against me, throws it back, secrets I told, shared in confidence, opened up about my past, hurt me with it, weakness, therapy, throws it in my face
weaponizing-children: uses our son, daughter, kids to hurt me, messages, spy, turn children against me, threatens kids, tells them lies, uses visits, messengers, take them, questions them, guilt, tells kids lies, fights for custody to pay less, limits contact, as a weapon, in the middle, punish me
welfare-check: police knock, see if friend is ok, police visit, worried, not answering, check on someone
were-a-family-here: job, boss, unpaid overtime, loyal, company family
whataboutism: what about when you did, brings up my past when I complain, when I raise a problem he brings up mine, you also, you did the same, but you
whistleblowing: reported my company, fraud, tell the press, report wrongdoing, expose, employer
window-of-tolerance: too much or shut down, zone, overwhelmed or numb, regulate, handle stress
withholding: won't give affection, hug, answers, keeps love, punish, withdraws affection, refuses to share thoughts, feelings, keeps distance, no praise, approval, comfort, support, closeness, cold, as punishment, shares nothing, holds back
withholding-child-support: ex refuses to pay for kids, hides income, delay maintenance, doesn't pay, late, alimony, money for children, cut hours
word-salad: nonsense in fights, talks in circles, confuse, forget what I wanted
workplace-bullying: coworkers, boss mock, exclude, shout, afraid of work, humiliated at work, excluded from meetings, lunch, overloaded, spread rumours, threatened, trivial tasks, block promotion, gossip, insults, criticise, blamed, cried, dread going in, unfair, colleagues ignore, undermines, insulted by coworker
workplace-incivility: rude, no hello, interrupt, eye roll at work, rude coworkers, ignored, dismissive, impolite
yelling: screams, shouts over small things, shouting, screams at kids, raised voice, loud anger
yellow-rock: polite, short with ex, because of court, kids
zombieing: who ghosted came back from dead, hey stranger, ghosted then returns, reappears, months later
`

let made: Map<string, string> | undefined

function bySlug(): Map<string, string> {
  made ??= new Map(
    lines
      .trim()
      .split('\n')
      .map((line) => line.split(': ', 2) as [slug: string, said: string]),
  )
  return made
}

/** What people say of a term; empty where we know nothing. */
export const sayingsOf = (slug: string): string => bySlug().get(slug) ?? ''

/** Of which terms something is known, by slug. */
export const sluggedSayings = (): string[] => [...bySlug().keys()]

type Named = { slug: string; term_name: string; aliases: readonly string[]; definition: string }

/**
 * The words of what people say of a term, each once, without those that say nothing and those that its row in the index has anyway; as
 * forms and in order, because the index weighs less so.
 */
export function sayingWordsOf({ slug, term_name, aliases, definition }: Named): string {
  const beside = new Set([term_name, ...aliases, firstSentence(definition)].flatMap((text) => formsOf(text)))
  const words = new Map(
    wordsOf(sayingsOf(slug)).flatMap((word) => formsOf(word).map((form) => [form, word] as const)),
  )
  return [...words]
    .filter(([form]) => !beside.has(form))
    .map(([form, word]) => (formsOf(form)[0] === form ? form : word))
    .sort()
    .join(' ')
}
