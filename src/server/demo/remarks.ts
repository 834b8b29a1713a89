import type { Subject } from '#contract/reference/catalogue.ts'
import type { reviewWriters } from '#contract/reviews/reviews.ts'

/** What a remark is about, so that nobody praises the ragas of a physics teacher. */
const topics = {
  maths: ['mathematics', 'statistics'],
  science: ['science', 'physics', 'chemistry', 'biology'],
  english: ['english'],
  hindi: ['hindi', 'sanskrit'],
  people: ['social-science', 'history', 'geography', 'political-science', 'psychology', 'sociology'],
  computer: ['computer-science', 'computer-knowledge'],
  languages: ['foreign-languages'],
  music: ['music'],
  art: ['art'],
  commerce: ['economics', 'accountancy', 'business-studies', 'taxation'],
  grown: ['engineering-mathematics', 'electronics', 'mechanics', 'quantitative-aptitude', 'reasoning'],
} as const satisfies Record<string, readonly Subject[]>
/** `school` is about children of any subject, `any` about grown students. */
export type Topic = keyof typeof topics | 'school' | 'any'
export type Writer = (typeof reviewWriters)[number]

export const topicOf = (subject: Subject): Topic | undefined =>
  Object.entries(topics).find(([, subjects]) => (subjects as readonly Subject[]).includes(subject))?.[0] as
    | Topic
    | undefined // true: a key of the object above

/** `good` goes with five and four stars, `fair` with four and three, `poor` with three and fewer. */
export type Mood = 'good' | 'fair' | 'poor'

/** Invented words of families. `[he|she]` is chosen by the mentor; `<9 ` is said only of classes below 9, `>10 ` of those above 10. */
export const remarks: Record<Topic, Partial<Record<Mood, Partial<Record<Writer, readonly string[]>>>>> = {
  school: {
    good: {
      parent: [
        'Comes on time, switches the phone off, and uses the whole hour. That alone is rare. My son now opens the book before the bell rings.',
        'We get a short message after every class: what was done, what is pending. As a working mother I finally know what is going on.',
        '<9 Very patient. My daughter cries easily when she does not understand; with [sir|ma’am] she has not cried once.',
        'Half-yearly se pehle roz shaam ko padhaya, extra class ka ek rupaya nahi liya. Bachche ke number bhi badhe aur confidence bhi.',
        '<9 बच्चा पहले ट्यूशन के नाम से भागता था, अब पाँच बजे से पहले टेबल पर बैठ जाता है। इससे ज़्यादा क्या कहूँ।',
        'The demo class decided it. [He|She] asked my son to explain first, listened, and only then corrected one thing. Booked the month the same evening.',
        'घर आकर [पढ़ाते|पढ़ाती] हैं, समय के पक्के हैं और बेटी से बहुत इज़्ज़त से बात [करते|करती] हैं। हम निश्चिंत हैं।',
        '<9 My twins are at very different levels and [he|she] manages both at one table without making either feel small.',
        'Told us honestly in the second week that two days are enough, we had asked for five. Saved us money and the marks still went up.',
        'Beta khud bolta hai ki aaj [sir aayenge|ma’am aayengi] na. Pehle teen tutor badle the, ab dhoondhna band kar diya.',
        '<9 Corrects the notebook line by line, in pencil, with a small remark. My daughter keeps those pages.',
        'Clear fees, no surprises, and missed classes were made up in the same week.',
        '<11 अर्धवार्षिक में फेल था, वार्षिक में फ़र्स्ट डिवीज़न। मेहनत बच्चे की है, पर रास्ता [सर|मैम] ने दिखाया।',
        'Sits with us for ten minutes at the end of each month and shows the test copies. No big talk, only what to do next.',
        'Bahut shaant swabhav. Kabhi daanta nahi, phir bhi homework poora hota hai. Pata nahi kaise, par hota hai.',
        'We live on the third floor without a lift and [he|she] has not missed a day, not even in the rains.',
        'Punctual, polite, prepared.',
        'Bilkul ghar ke sadasya jaise [padhate|padhati] hain.',
        'बहुत अच्छे से [समझाते|समझाती] हैं। धन्यवाद।',
        'My son changed schools in the middle of the year. Three months of chapters were covered in five weeks, calmly, with a plan on the wall.',
        'School teacher said “whatever you are doing, keep doing it.” So we renewed for three months.',
        'बेटे की लिखावट तक सुधर गई, जबकि हमने तो सिर्फ़ विषय के लिए रखा था।',
        'Teaches the child, not the guide book. When my daughter asked why, the answer was never “it will not come in the paper”.',
        'Identity and degree were checked, I could see the dates. That mattered, because both of us are at work when class happens.',
      ],
      grandparent: [
        'My grandson lives with us and his parents are abroad. [He|She] explains the progress to me in simple Hindi, with respect. We are grateful.',
        'पोती की पढ़ाई अब हमारे बस की नहीं थी। [सर|मैम] आते ही पहले हाल [पूछते|पूछती] हैं, फिर पढ़ाई। बहुत संस्कारी हैं।',
        'I sit in the same room with my newspaper and I have started understanding the chapter myself. That is good teaching.',
        'Pota ab TV band karke khud baithta hai. Dadi ki taraf se aashirwad.',
      ],
      student: [
        'I can ask the same doubt four times and it is still fine. In school I would never.',
        '>11 Pre-board mein 58 tha, board mein 81. [Sir|Ma’am] ne bola tha ho jayega, ho gaya.',
        'Short tests every Saturday, marked the same day. I hated them in July and I am thankful now.',
        'मुझे सबसे अच्छा यह लगता है कि ग़लती पर [हँसते|हँसती] नहीं, [पूछते|पूछती] हैं कि ऐसा क्यों सोचा।',
        '[He|She] tells you which chapter gives marks quickly and which needs time. My revision finally has an order.',
        'Notes are two pages a chapter, in handwriting one can read. I carried only those to the exam.',
      ],
    },
    fair: {
      parent: [
        'Good teaching, no doubt. The timing moved twice last month because of school duty; we were told before, so four stars and not five.',
        'Explains well but gives a little too much homework for a child who also has sports practice.',
        'पढ़ाई अच्छी है, बस कभी-कभी दस मिनट देर हो जाती है। बताने पर अगली बार समय से [आए|आईं]।',
        'Took a month until my shy daughter opened up. Now it goes well. Have some patience at the start.',
        'Fees thodi zyada lagi shuru mein, par padhai dekh kar theek lagi.',
        'Strong in the subject. I would have liked the message after class more regularly.',
      ],
      student: [
        'Very good for doubts, a bit fast when starting a new chapter. If you say slow down, it slows down.',
        'Teaches nicely, only the practice sheets could be longer.',
      ],
    },
    poor: {
      parent: [
        'Knows the subject, but three classes were moved in four weeks and that disturbed our evenings. Teaching itself was fine.',
        '<9 बच्चे को तरीका थोड़ा कठिन लगा। [सर अच्छे|मैम अच्छी] हैं, पर छोटे बच्चों के लिए और धीरे चलना चाहिए।',
        'Average experience. Syllabus was finished in time but there was little revision before the exam.',
        'We expected more written practice. After we said it twice it became better, still three stars from us.',
        '[Padhate|Padhati] theek hain par phone beech mein aa jata tha. Kehne ke baad kam hua.',
      ],
      student: ['Okay for homework help. For board level I needed harder questions.'],
    },
  },
  any: {
    good: {
      student: [
        'I work till six and classes start at seven. Never once was I made to feel late or slow.',
        'Started from what I already knew instead of page one. Saved me at least a month.',
        'हर डाउट का जवाब मिलता है, और जो उसी समय न आए वह अगले दिन लिखकर आता है।',
        'Clear, calm, and never a minute wasted.',
        'Ek baar samjha diya to dobara notes kholne ki zaroorat nahi padi. Online class bhi utni hi acchi thi.',
      ],
    },
    fair: {
      student: [
        'Very good explanations. Sound was bad in two online classes, the rest was perfect.',
        'Accha [padhate|padhati] hain, bas weekend par slot milna mushkil hai.',
      ],
    },
    poor: {
      student: ['Decent, but I had to ask for tests myself. Would suit somebody who is already regular.'],
    },
  },
  maths: {
    good: {
      parent: [
        '[He|She] noticed that my son skips units, not steps. Two weeks later his test came back with a star.',
        '<8 Fractions were cut out of paper rotis on our dining table. After that evening nobody had to explain fractions again.',
        'गणित से डरने वाली मेरी बेटी अब भाई को सवाल समझाती है। बस यही चाहिए था।',
        'Marks went from 42 to 78 in one year, and there was no shouting in our house on maths evenings any more.',
        'Pehle formula ratta maarta tha. Ab pehle figure banata hai, phir likhta hai given, to find. Fark saaf dikhta hai.',
        'Makes my son write every step, even when he knows the answer. He grumbles, his marks do not.',
        '<11 Algebra se nafrat thi, ab kehti hai puzzle jaisa hai.',
      ],
      grandparent: [
        'As a retired engineer I listened carefully in the first class. No shortcuts, clean reasoning. I approve.',
      ],
      student: [
        '>10 Integration finally makes sense because we drew the area first, every time, before touching a formula.',
        'Trigonometry के सारे फ़ॉर्मूले एक ही चित्र से निकालना सिखाया। अब याद नहीं करने पड़ते।',
        'Probability was my weakest chapter and became my full-marks chapter.',
      ],
    },
    fair: {
      student: ['Excellent at explaining. I only wish we had started the previous-year papers a month earlier.'],
      parent: ['Concepts are strong now, speed still needs work. We continue.'],
    },
    poor: {
      parent: ['Good knowledge, but jumps two steps at once and my son was too shy to stop [him|her].'],
    },
  },
  science: {
    good: {
      parent: [
        '<11 Built a small circuit with a torch bulb in the second class. My daughter has explained it to every guest since.',
        'रसायन के समीकरण अब खेल जैसे लगते हैं। तीन महीने में 48 से 74 तक आए।',
        'Diagrams with labels every single week. In the half-yearly not one mark was lost on diagrams.',
        'Science pehle sirf yaad karne ki cheez thi. Ab fridge, pankha, sab par sawaal poochta hai.',
      ],
      student: [
        'Numericals used to scare me. Now I write what is given, draw it, and half the work is done.',
        'Made me explain the lens diagram to the wall until I could do it without looking. It worked.',
        '>10 NEET की तैयारी में NCERT की एक-एक लाइन से सवाल बनाना सिखाया। मॉक में 90 नंबर बढ़े।',
        '>10 Organic chemistry as a map on one big sheet. It still hangs above my desk.',
      ],
    },
    fair: {
      student: ['Theory classes are great, I would have liked more practice of numericals under time.'],
      parent: [
        'Explains with real things from the kitchen, which is lovely, though the textbook questions came a little late.',
      ],
    },
    poor: {
      parent: ['One chapter took five weeks. Deep, yes, but school had moved on by then.'],
    },
  },
  english: {
    good: {
      parent: [
        '<9 My son answered the phone in English last Sunday and did not hand it to me. Small thing, big thing.',
        'They read one page aloud and talk about it. No lists of rules, and yet the grammar in his essays has become right.',
        'अंग्रेज़ी मीडियम में नया दाख़िला था, बेटी बोलने से डरती थी। अब असेंबली में बोलती है।',
        '<11 Writes a letter a week, corrected in green ink. We have a folder of forty letters now.',
      ],
      student: [
        'I used to translate from Hindi in my head. Somewhere in the third month that stopped.',
        'Declamation se pehle do hafte roz bolne ki practice karayi. School mein second aayi.',
      ],
    },
    fair: {
      student: ['Speaking improved a lot. Writing needs more time than two classes a week.'],
    },
    poor: {
      parent: ['Conversation was good, but the school syllabus was left a little behind.'],
    },
  },
  hindi: {
    good: {
      parent: [
        '<9 मात्राओं की ग़लतियाँ लगभग ख़त्म। और सबसे बड़ी बात, अब कहानी की किताब ख़ुद माँगता है।',
        'संस्कृत के श्लोक गाकर याद कराए। पूरा घर अब “सत्यमेव जयते” का अर्थ जानता है।',
        '<7 We moved from Bengaluru and my son could not read Devanagari. Six months later he reads the newspaper headline to his grandmother.',
      ],
      student: ['संधि और समास से डर लगता था, अब सबसे पहले वही प्रश्न करती हूँ।'],
      grandparent: ['आजकल बच्चों को शुद्ध हिन्दी कौन सिखाता है। [सर|मैम] ने प्रेमचंद पढ़वाया, मन प्रसन्न हो गया।'],
    },
    fair: {
      parent: ['[पढ़ाते|पढ़ाती] अच्छा हैं, व्याकरण पर थोड़ा और अभ्यास हो तो पूरे पाँच सितारे।'],
    },
  },
  people: {
    good: {
      parent: [
        '<9 History became a story with a map on the floor. My daughter walked from Plassey to Delhi on it.',
        'इतिहास की तारीख़ें अब कहानी के साथ याद रहती हैं। उत्तर लिखने का ढंग भी सुधरा।',
      ],
      student: [
        'Learnt to write a five-mark answer in five points and stop. Nobody had told me that before.',
        '>11 Map work every week, ten minutes. In the board paper I was done with it in four.',
        'Polity aur history ke answers ab apne shabdon mein likh pata hoon. Guide band kar di.',
      ],
    },
    fair: {
      student: ['Great discussions. Sometimes we discuss so well that the chapter waits for the next class.'],
    },
  },
  computer: {
    good: {
      parent: [
        'My son made a small game and showed it at the school fair. He fixed the mistakes himself while [sir|ma’am] only asked questions.',
      ],
      student: [
        'First time somebody let me make the error and find it on my own. Python is fun now.',
        'लूप समझ में ही नहीं आते थे। काग़ज़ पर एक-एक क़दम चलाकर दिखाया, उसके बाद कभी नहीं अटका।',
        'Practical file samay se poori hui aur viva mein ek bhi sawaal naya nahi laga.',
      ],
    },
    fair: {
      student: ['Good for Python and SQL. I wanted a little more of projects.'],
    },
  },
  languages: {
    good: {
      student: [
        'After four months I wrote a whole postcard in the language without looking anything up.',
        'Pronunciation par itna dhyan pehli baar kisi ne diya. A2 ka exam pehli baar mein nikal gaya.',
      ],
      parent: [
        '<9 Songs, menus, train tickets, everything becomes a lesson. My daughter corrects my pronunciation now.',
      ],
    },
    fair: {
      student: ['Speaking from the first day is brave and it works. I missed a printed list of words.'],
    },
  },
  music: {
    good: {
      parent: [
        'Riyaz at six in the morning without being woken. I did not believe it until I heard it.',
        'सुर की समझ धीरे-धीरे आती है, इन्होंने जल्दी नहीं की। अब मोहल्ले के कार्यक्रम में गाती है।',
      ],
      student: ['Taal finally sits in the hand, not in the head. Very gentle and very exact.'],
      grandparent: ['The harmonium was silent for twelve years. My granddaughter plays it again, and well.'],
    },
    fair: {
      student: ['Lovely teaching. The hour is over too quickly, ninety minutes would be better.'],
    },
  },
  art: {
    good: {
      parent: [
        'Our balcony is full of sketches. [He|She] never draws on the child’s sheet, only on [his|her] own beside it.',
        'पहले सिर्फ़ नक़ल करता था, अब सामने रखी चीज़ देखकर बनाता है। इंटरमीडिएट ग्रेड परीक्षा भी निकल गई।',
      ],
      student: ['Learnt to look for the shadow before the line. Everything I draw changed after that.'],
    },
    fair: {
      student: ['Watercolour classes are wonderful, pencil portraits we have not reached yet.'],
    },
  },
  commerce: {
    good: {
      student: [
        'Journal entries were a mystery until we ran a tea stall on paper for a week. Debit and credit never confused me again.',
        'Balance sheet tally ho jaye to khushi hoti hai ab. Accounts mein 91 aaye.',
        'अर्थशास्त्र के ग्राफ़ रोज़ की सब्ज़ी मंडी से समझाए। परीक्षा में वही उदाहरण लिख दिया।',
      ],
      parent: [
        'My son had taken commerce only because his friends did. Now he reads the budget page and argues with me.',
      ],
    },
    fair: {
      student: ['Accounts is taught very well, for theory I still needed my own notes.'],
    },
    poor: {
      student: ['Partnership chapters were rushed near the exam. The first half of the year was very good.'],
    },
  },
  grown: {
    good: {
      student: [
        'Two failed attempts before. This time I knew which questions to leave, and that made the difference.',
        'Speed maths by method and not by tricks. My mock score went from 41 to 63.',
        'दफ़्तर के बाद पढ़ना मुश्किल था। हफ़्ते की योजना बनाकर दी और उस पर टिके रहे। प्रीलिम्स निकल गया।',
        'Signals course dobara dena pada tha. Do mahine mein poora clear, numericals ke saath.',
        'Every derivation ends with “where would an engineer use this”. It stays in the mind.',
      ],
    },
    fair: {
      student: ['Very sound on basics. For the last month I needed more mock papers than we had time for.'],
    },
    poor: {
      student: ['Knows everything, but plan for the week was missing until I asked.'],
    },
  },
}
