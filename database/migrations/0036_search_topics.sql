-- serves: 0032
-- What students mean by the words that they type. The team edits the rows; these are the ones to start with.

create table search_topics (
  id text primary key,
  name text not null check (length(name) between 1 and 60),
  -- Words of an ignored topic say nothing about whom to find, unless nothing else is typed.
  kind text not null check (kind in ('subject', 'language', 'ignored')),
  -- Words and phrases as students type them, in any script.
  words text[] not null check (cardinality(words) between 1 and 300),
  -- Slugs of the subjects and subcategories that answer the words. A language also finds those who speak it.
  subjects text[] not null default '{}' check (cardinality(subjects) <= 40),
  -- Slugs that answer in part, listed after the others.
  related text[] not null default '{}' check (cardinality(related) <= 40),
  version integer not null default 0
);

-- What a listing answers well, as few short tokens, so that a list in the order of an index can test many rows: subjects and
-- subcategories (their slugs), languages ('speaks:hindi'), and whole words of the name and subjects ('word:ravi') and of the
-- title ('title:doctor').
alter table listings
  add column answers text[] not null default '{}',
  -- What it also mentions: each word of its texts ('text:newton'), and starts of the words above ('start:phy').
  add column mentions text[] not null default '{}';

-- Rare words must look rare to the planner, or it reads everyone in order.
alter table listings alter column answers set statistics 1000, alter column mentions set statistics 500;

create function words_of(texts text) returns setof text
  language sql immutable parallel safe
  return regexp_split_to_table(trim(fold(texts)), '[\s.,;:!?()"/|’''।-]+');

create function tokens_follow_listing() returns trigger language plpgsql as $$
begin
  new.answers := array(
    select distinct token from (
      select unnest(new.tags)
      union all select 'speaks:' || slug(language) from unnest(new.languages) language
      union all select 'word:' || word from words_of(new.name || ' ' || array_to_string(new.key_subjects, ' ')) word
      union all select 'title:' || word from words_of(new.title) word
    ) tokens (token));
  new.mentions := array(
    select distinct token from (
      select 'text:' || word from words_of(new.search_text) word where char_length(word) >= 2
      union all select 'start:' || left(word, length)
      from words_of(concat_ws(' ', new.name, array_to_string(new.key_subjects, ' '), new.title)) word,
        generate_series(3, least(char_length(word), 10)) length
    ) tokens (token));
  return new;
end $$;
create trigger tokens_of_listing before insert or update of name, title, key_subjects, tags, languages, search_text
  on listings for each row execute function tokens_follow_listing();
update listings set search_text = search_text;

create index listings_answers_idx on listings using gin (answers) with (fastupdate = off);
create index listings_answers_online_idx on listings using gin (answers) with (fastupdate = off) where online;
create index listings_mentions_idx on listings using gin (mentions);
-- A full name, typed in full.
create index listings_name_line_idx on listings (split_part(search_text, e'\n', 1));

insert into search_topics (id, name, kind, words, subjects, related)
select slug(name), name, kind, string_to_array(fold(words), ', '), string_to_array(subjects, ', '), string_to_array(related, ', ')
from (values
('subject', 'Mathematics',
  'maths, math, mathematics, mathematic, mathematical, ganit, ganeet, hisab, hisaab, sums, sum, numericals in maths, arithmetic, ankganit, aptitude, quant, quantitative aptitude, trigonometry, trigo, trikonmiti, geometry, rekhaganit, jyamiti, coordinate geometry, mensuration, kshetramiti, fractions, fraction, bhinn, decimals, percentage, pratishat, ratio, number system, sankhya, probability, prayikta, matrix, matrices, determinants, vectors, sets, mental maths, vedic maths, tables, pahade, word problems, profit and loss, hcf lcm, गणित, मैथ, मैथ्स, हिसाब, अंकगणित, त्रिकोणमिति, ज्यामिति, रेखागणित, भिन्न, प्रतिशत, पहाड़े, प्रायिकता',
  'mathematics', 'algebra, calculus, statistics, geometry, trigonometry'),
('subject', 'Algebra',
  'algebra, beejganit, bijganit, equations, linear equations, quadratic equations, quadratic, polynomials, polynomial, factorisation, progressions, arithmetic progression, complex numbers, permutations, permutation and combination, logarithm, logarithms, बीजगणित, समीकरण',
  'algebra', 'mathematics, calculus'),
('subject', 'Calculus',
  'calculus, integration, integral, integrals, differentiation, derivative, derivatives, differential equations, differential equation, limits, limits and continuity, samakalan, avakalan, कलन, समाकलन, अवकलन',
  'calculus', 'mathematics, algebra'),
('subject', 'Statistics',
  'statistics, stats, statistic, sankhyiki, mean median mode, standard deviation, regression, hypothesis testing, biostatistics, सांख्यिकी',
  'statistics', 'mathematics, data-analysis'),
('subject', 'Physics',
  'physics, phy, phys, physic, bhautiki, bhautik, bhautik vigyan, bhotiki, electricity, vidyut, current electricity, electrostatics, magnetism, electromagnetism, emi, thermodynamics, heat, ushma, waves, tarang, sound, dhwani, modern physics, semiconductor, semiconductors, gravitation, gurutvakarshan, nuclear physics, quantum, quantum physics, relativity, astronomy, circuits, kirchhoff, ohms law, velocity, भौतिकी, भौतिक, भौतिक विज्ञान, फिजिक्स, भौतिक शास्त्र, विद्युत, ऊष्मा, तरंग, गुरुत्वाकर्षण',
  'physics', 'mechanics, optics, electronics'),
('subject', 'Mechanics',
  'mechanics, kinematics, dynamics, newtons laws, newton laws, newton, friction, gharshan, free body diagram, rotational motion, rotation, projectile, projectile motion, work power energy, laws of motion, gati, gati ke niyam, statics, mechanical engineering, mechanical, यांत्रिकी, गति के नियम, बल, घर्षण',
  'mechanics', 'physics'),
('subject', 'Optics',
  'optics, ray optics, wave optics, lens, lenses, mirror, mirrors, refraction, reflection, prism, prakash, prakashiki, interference, diffraction, प्रकाशिकी, प्रकाश',
  'optics', 'physics'),
('subject', 'Chemistry',
  'chemistry, chem, chemi, kemistry, rasayan, rasayan shastra, rasayan vigyan, chemical, chemicals, reactions, reaction, abhikriya, acids and bases, acid base, balancing equations, chemical engineering, रसायन, रसायन विज्ञान, रसायन शास्त्र, केमिस्ट्री, अभिक्रिया',
  'chemistry', 'organic-chemistry, inorganic-chemistry, physical-chemistry'),
('subject', 'Organic chemistry',
  'organic, organic chemistry, organic chem, ochem, hydrocarbons, hydrocarbon, mechanism, reaction mechanism, aldehydes, ketones, alcohols, isomerism, nomenclature, iupac, benzene, aromatic, biomolecules, polymers, carbanik, carbanic rasayan, कार्बनिक रसायन, कार्बनिक',
  'organic-chemistry', 'chemistry'),
('subject', 'Inorganic chemistry',
  'inorganic, inorganic chemistry, inorganic chem, periodic table, aavart sarani, chemical bonding, bonding, coordination compounds, metallurgy, p block, d block, s block, akarbanik, आवर्त सारणी, अकार्बनिक रसायन',
  'inorganic-chemistry', 'chemistry'),
('subject', 'Physical chemistry',
  'physical chemistry, physical chem, mole concept, mole, moles, stoichiometry, equilibrium, electrochemistry, chemical kinetics, solutions, thermochemistry, molarity, bhautik rasayan, मोल संकल्पना',
  'physical-chemistry', 'chemistry'),
('subject', 'Biology',
  'biology, bio, biologi, jeev vigyan, jiv vigyan, jeevvigyan, life science, life sciences, genetics, dna, heredity, anuvanshiki, evolution, ecology, cell, cells, koshika, reproduction, zoology, prani vigyan, jantu vigyan, microbiology, biotechnology, biotech, biochemistry, जीव विज्ञान, जीवविज्ञान, बायोलॉजी, बायो, कोशिका, आनुवंशिकी, प्राणी विज्ञान',
  'biology', 'human-physiology, botany, zoology'),
('subject', 'Human physiology',
  'physiology, human physiology, human body, anatomy, digestion, digestive system, heart, circulation, nervous system, respiration, kidney, hormones, sharir, sharir vigyan, manav sharir, शरीर क्रिया विज्ञान, मानव शरीर',
  'human-physiology', 'biology'),
('subject', 'Botany',
  'botany, plants, plant, plant physiology, photosynthesis, prakash sanshleshan, flowers, vanaspati, vanaspati vigyan, paudhe, वनस्पति, वनस्पति विज्ञान, पौधे, प्रकाश संश्लेषण',
  'botany', 'biology'),
('subject', 'Science',
  'science, sciences, vigyan, general science, sci, pcm, pcb, pcmb, class 10 science, विज्ञान, साइंस',
  'physics, chemistry, biology', 'environmental-studies, mathematics'),
('subject', 'Environmental studies',
  'evs, environmental studies, environment, environmental science, paryavaran, pollution, climate, climate change, पर्यावरण, पर्यावरण अध्ययन',
  'environmental-studies', 'geography, biology'),
('subject', 'History',
  'history, itihas, itihaas, hist, modern history, ancient history, medieval history, modern india, freedom struggle, world war, world history, mughal, mughals, british rule, indian history, art and culture, aadhunik bharat, इतिहास, हिस्ट्री, आधुनिक भारत',
  'history', 'answer-writing'),
('subject', 'Geography',
  'geography, geo, geog, bhugol, bhoogol, map, maps, map work, map reading, monsoon, rivers, soils, climatology, geomorphology, naksha, भूगोल, नक्शा, मानचित्र, मानसून',
  'geography, map-work', 'environmental-studies'),
('subject', 'Political science',
  'political science, pol science, pol sci, polity, politics, civics, constitution, indian constitution, governance, government, parliament, nagrik shastra, rajniti, rajniti vigyan, rajneeti, samvidhan, public administration, international relations, राजनीति विज्ञान, राजनीति, संविधान, नागरिक शास्त्र, राजव्यवस्था',
  'indian-polity, political-science', 'current-affairs'),
('subject', 'Current affairs',
  'current affairs, general knowledge, gk, gs, general studies, samanya gyan, news, newspaper, editorial, samsamayiki, samayiki, करंट अफेयर्स, समसामयिकी, सामान्य ज्ञान',
  'current-affairs', 'indian-polity, upsc, indian-economy'),
('subject', 'Social studies',
  'social studies, social science, sst, samajik vigyan, samajik adhyayan, sociology, samajshastra, humanities, arts stream, सामाजिक विज्ञान, सामाजिक अध्ययन, समाजशास्त्र',
  'history, geography, indian-polity', 'economics'),
('subject', 'Economics',
  'economics, eco, econ, economy, arthashastra, arthshastra, microeconomics, macroeconomics, micro economics, macro economics, demand and supply, demand supply, inflation, gdp, national income, elasticity, econometrics, अर्थशास्त्र, इकोनॉमिक्स, अर्थव्यवस्था, महंगाई',
  'economics, indian-economy', 'accountancy'),
('subject', 'Indian economy',
  'indian economy, bharatiya arthvyavastha, budget, union budget, monetary policy, fiscal policy, five year plan, भारतीय अर्थव्यवस्था',
  'indian-economy', 'economics'),
('subject', 'Accountancy',
  'accountancy, accounts, account, accounting, acc, lekha, lekhankan, lekhashastra, journal entry, journal entries, ledger, trial balance, balance sheet, final accounts, debit credit, cost accounting, costing, b.com, bcom, m.com, mcom, commerce, vanijya, tally, double entry, depreciation, partnership accounts, लेखाशास्त्र, लेखांकन, अकाउंट्स, वाणिज्य, कॉमर्स, बैलेंस शीट',
  'accountancy', 'bookkeeping, economics, gst, income-tax'),
('subject', 'Bookkeeping',
  'bookkeeping, book keeping, cash book, bahi khata, khata, shop accounts, हिसाब किताब, बही खाता',
  'bookkeeping', 'accountancy, gst'),
('subject', 'Psychology',
  'psychology, manovigyan, psychologist, mental health, counselling, counseling, counsellor, counselor, therapy, therapist, stress, stress management, anxiety, depression, tension, chinta, tanav, overthinking, motivation, himmat, मनोविज्ञान, तनाव, चिंता, टेंशन, डिप्रेशन',
  'psychology, exam-nerves, breathing', 'study-techniques, sleep-habits, difficult-conversations'),
('subject', 'Philosophy and ethics',
  'philosophy, darshan, darshan shastra, ethics, ethical, gs4, gs 4, gs paper 4, case study, case studies, integrity, nitishastra, naitikta, values, logic, दर्शनशास्त्र, नीतिशास्त्र, नैतिकता, एथिक्स',
  'ethics, philosophy', 'essay-writing'),
('subject', 'Essay writing',
  'essay, essays, essay writing, nibandh, paragraph writing, composition, comprehension, letter writing, patra lekhan, notice writing, precis, निबंध, निबंध लेखन, पत्र लेखन',
  'essay-writing', 'writing, english, answer-writing, hindi-writing'),
('subject', 'Answer writing',
  'answer writing, mains answer writing, mains, answers, uttar lekhan, उत्तर लेखन',
  'answer-writing', 'upsc, essay-writing'),
('subject', 'Sanskrit',
  'sanskrit, sanskrut, sanskritam, shlok, shloka, shlokas, shlokam, sandhi, samas, vibhakti, dhatu roop, shabd roop, mantra, संस्कृत, श्लोक, संधि, समास',
  'sanskrit', 'hindi-grammar'),
('subject', 'Hindi grammar',
  'hindi grammar, hindi vyakaran, vyakaran, vyakran, sangya, sarvanam, kriya visheshan, muhavare, alankar, हिंदी व्याकरण, व्याकरण, मुहावरे, अलंकार, संज्ञा, सर्वनाम',
  'hindi-grammar, vyakaran', 'hindi, sanskrit'),
('subject', 'Hindi literature',
  'hindi literature, hindi sahitya, sahitya, kavita, kavitayein, doha, dohe, kabir, premchand, hindi kahani, hindi poem, hindi story, साहित्य, कविता, हिंदी साहित्य, दोहे, कहानी',
  'hindi', 'hindi-grammar, vyakaran, hindi-writing'),
('subject', 'Hindi writing',
  'hindi writing, hindi article, hindi mein likhna, hindi journalism, lekhan, patrakarita, लेखन, पत्रकारिता, हिंदी लेखन',
  'hindi-writing', 'hindi, writing'),
('language', 'Hindi',
  'hindi, hindee, hindi mein, hindi me, hindi medium, hindi bhasha, in hindi, हिंदी, हिन्दी, हिंदी में, हिंदी माध्यम',
  'hindi, hindi-grammar, hindi-writing, vyakaran', 'sanskrit'),
('language', 'English',
  'english, eng, inglish, angrezi, angreji, angreji bhasha, english medium, in english, english mein, english literature, english poem, english lessons, अंग्रेज़ी, अंग्रेजी, इंग्लिश, इंगलिश, अँग्रेज़ी',
  'english, spoken-english', 'pronunciation, essay-writing, writing'),
('language', 'Urdu', 'urdu, in urdu, urdu mein, ghazal, shayari, nastaliq, उर्दू, शायरी, ग़ज़ल', 'urdu', 'calligraphy'),
('language', 'Tamil', 'tamil, tamizh, thamizh, in tamil, tamil mein, tamil medium, तमिल, தமிழ்', 'tamil', ''),
('language', 'Telugu', 'telugu, in telugu, telugu mein, telugu medium, तेलुगु, తెలుగు', 'telugu', ''),
('language', 'Bengali', 'bengali, bangla, in bengali, bangali, bengali mein, बंगाली, बांग्ला, বাংলা', 'bengali', ''),
('language', 'Marathi', 'marathi, in marathi, marathi mein, marathi medium, मराठी', 'marathi', ''),
('language', 'Gujarati', 'gujarati, gujrati, in gujarati, gujarati mein, gujarati medium, गुजराती, ગુજરાતી', 'gujarati', ''),
('language', 'Kannada', 'kannada, kannad, in kannada, kannada mein, कन्नड़, ಕನ್ನಡ', 'kannada', ''),
('language', 'Malayalam', 'malayalam, in malayalam, malayalam mein, malyalam, मलयालम, മലയാളം', 'malayalam', ''),
('language', 'Punjabi', 'punjabi, panjabi, in punjabi, punjabi mein, gurmukhi, पंजाबी, ਪੰਜਾਬੀ', 'punjabi', ''),
('subject', 'Spoken English',
  'spoken english, english speaking, speaking english, english bolna, english bolni, english conversation, english bolna sikhna, speak english, fluent english, english fluency, fluency, angrezi bolna, angreji bolna, pronunciation, accent, uchcharan, ielts, toefl, ielts speaking, pte, vocabulary, vocab, conversation, स्पोकन इंग्लिश, अंग्रेज़ी बोलना, इंग्लिश बोलना, उच्चारण',
  'spoken-english, pronunciation', 'english, public-speaking'),
('subject', 'English grammar',
  'english grammar, angrezi grammar, grammar, tense, tenses, active passive, articles, prepositions, parts of speech, direct indirect, sentence correction, ग्रामर',
  'english, spoken-english', 'writing, essay-writing, hindi-grammar'),
('subject', 'German', 'german, deutsch, german language, goethe, german a1, german b1, german b2, a1 german, जर्मन', 'german', 'exam-speaking-practice'),
('subject', 'Foreign languages',
  'foreign language, foreign languages, french, francais, spanish, japanese, chinese, mandarin, korean, russian, italian, arabic, jlpt, delf, hsk, videshi bhasha, विदेशी भाषा, फ्रेंच',
  'french, spanish, japanese, language-learning', 'german, exam-speaking-practice'),
('subject', 'Language learning', 'languages, language, language learning, bhasha, bhasha sikhna, new language, भाषा, भाषा सीखना', 'language-learning', 'english, spoken-english, hindi, german, urdu'),
('subject', 'Computer science',
  'computer science, computer, computers, cs, comp sci, informatics practices, computer applications, bca, mca, operating system, operating systems, os, dbms, computer vigyan, cbse computer, कंप्यूटर, कम्प्यूटर, कंप्यूटर विज्ञान',
  'computer-science', 'programming, python, sql'),
('subject', 'Programming',
  'programming, coding, coder, code, coding seekhna, program, programmer, software, software development, software engineer, software engineering, developer, dsa, data structures, data structures and algorithms, data structure, algorithms, algorithm, leetcode, competitive programming, debugging, debug, bug, oops, object oriented, java, c++, cpp, c language, c programming, c#, golang, rust, app development, android, ios, mobile app, app banana, first project, hackathon, backend, node, nodejs, प्रोग्रामिंग, कोडिंग, सॉफ्टवेयर',
  'programming, computer-science', 'javascript, python, git, web-development'),
('subject', 'Python', 'python, pyhton, django, flask, pandas, numpy, jupyter, python programming, python coding, पाइथन, पायथन', 'python', 'programming, computer-science, data-analysis'),
('subject', 'Web development',
  'web development, web dev, web developer, website, websites, web design, website banana, html, css, html css, frontend, front end, full stack, fullstack, mern, react, reactjs, angular, responsive, wordpress, accessibility, screen reader, वेबसाइट, वेब डेवलपमेंट',
  'web-development, css, javascript', 'programming, accessibility, git'),
('subject', 'JavaScript', 'javascript, js, typescript, ts, ecmascript, जावास्क्रिप्ट', 'javascript', 'programming, css, web-development'),
('subject', 'Git', 'git, github, version control, pull request, merge conflict, gitlab', 'git', 'programming'),
('subject', 'SQL', 'sql, mysql, postgres, postgresql, oracle database, database, databases, query, sql query, joins, sql joins', 'sql', 'data-analysis, computer-science'),
('subject', 'Data analysis',
  'data analysis, data analytics, data analyst, data science, data scientist, analytics, power bi, powerbi, tableau, dashboard, dashboards, charts, data visualisation, data visualization, business analyst, business analytics, big data, डेटा एनालिसिस, डाटा',
  'data-analysis', 'sql, statistics, excel, analytics, python'),
('subject', 'Excel',
  'excel, ms excel, microsoft excel, spreadsheet, spreadsheets, google sheets, sheets, vlookup, pivot table, pivot tables, pivot, xlookup, macros, excel formula, ms office, office, एक्सेल',
  'excel', 'data-analysis'),
('subject', 'Machine learning',
  'machine learning, ml, ai ml, deep learning, neural network, neural networks, artificial intelligence, ai, nlp, computer vision, tensorflow, pytorch, model training, kritrim buddhimatta, मशीन लर्निंग, कृत्रिम बुद्धिमत्ता, एआई',
  'machine-learning', 'deep-learning, python, prompt-design, statistics, data-analysis'),
('subject', 'Generative AI', 'chatgpt, chat gpt, gpt, generative ai, gen ai, genai, llm, llms, language models, prompt, prompts, prompt engineering, prompt design, ai tools, gemini, copilot, midjourney, automation', 'prompt-design', 'machine-learning'),
('subject', 'Cloud computing', 'cloud, cloud computing, aws, azure, gcp, google cloud, devops, docker, kubernetes, cloud certification, solutions architect, cloud basics', 'cloud-basics', 'linux, networking'),
('subject', 'Linux', 'linux, ubuntu, shell, bash, terminal, unix, command line', 'linux', 'cloud-basics, networking'),
('subject', 'Networking', 'networking, computer network, computer networks, ccna, cisco, ip address, subnetting, tcp ip, routing, router, wifi, cyber security, cybersecurity, ethical hacking, hacking, network', 'networking', 'linux, cloud-basics'),
('subject', 'Technical skills', 'technical skills, it skills, tech, technical, computer skills', 'technical-skills', 'programming, excel'),
('subject', 'Electronics and engineering', 'engineering, engineer, btech, b.tech, electronics, electrical, ece, eee, civil engineering, gate, gate exam, polytechnic, diploma, engineering drawing, abhiyantriki, इंजीनियरिंग', 'electronics, engineering', 'physics, mechanics, programming, computer-science, mathematics'),
('subject', 'Graphic design',
  'graphic design, graphic designer, graphics, design, designing, designer, logo, logo design, poster, posters, canva, illustrator, coreldraw, figma, ui ux, ui design, ux, typography, book cover, branding design, visiting card, ग्राफिक डिज़ाइन, डिजाइन',
  'graphic-design', 'illustration, photo-editing'),
('subject', 'Drawing and illustration', 'drawing, draw, sketch, sketching, painting, paint, illustration, illustrator artist, chitrakala, chitrkari, rangoli, watercolour, watercolor, digital art, fine arts, animation, art, kala, चित्रकला, चित्रकारी, ड्राइंग, पेंटिंग, कला', 'drawing, illustration', 'graphic-design, calligraphy'),
('subject', 'Photography', 'photography, photo, photos, photographer, camera, dslr, portrait, lightroom, photo editing, photoshop, picture editing, photo edit, video editing, premiere pro, film making, filmmaking, videography, chhayankan, फोटोग्राफी, फोटो, कैमरा', 'photography, photo-editing', 'graphic-design'),
('subject', 'Calligraphy', 'calligraphy, handwriting, lettering, sulekh, likhawat, हैंडराइटिंग, सुलेख', 'calligraphy', 'urdu'),
('subject', 'Music', 'music, sangeet, sangit, musician, music theory, instrument, instruments, song, songs, gana bajana, संगीत, म्यूजिक', 'music', 'guitar, harmonium, singing, home-recording'),
('subject', 'Singing', 'singing, sing, singer, gana, gaana, gayan, gayaki, gana sikhna, gaana sikhna, vocals, vocal, voice training, hindustani, hindustani classical, classical music, carnatic, raag, raga, bhajan, sur, riyaz, harmonium, harmoniam, tabla, गाना, गायन, गायकी, राग, हारमोनियम', 'singing, harmonium', 'music'),
('subject', 'Guitar', 'guitar, gitar, gittar, guiter, ukulele, bass guitar, chords, bar chords, guitar chords, strumming, piano, keyboard, गिटार, गिटर', 'guitar', 'music, home-recording'),
('subject', 'Music production', 'music production, music producer, home recording, recording, record a song, mixing, mastering, daw, fl studio, podcast, microphone, audio editing', 'home-recording', 'music, guitar'),
('subject', 'Dance', 'dance, dancing, nritya, nach, naach, manipuri, manipuri dance, kathak, bharatanatyam, classical dance, choreography, zumba, नृत्य, नाच, डांस', 'manipuri-dance, dance', 'stage-presence'),
('subject', 'Public speaking',
  'public speaking, speech, speeches, stage fear, stage fright, stage dar, stage, confidence, debate, debating, anchoring, bhashan, vaad vivad, elocution, presentation, presentations, presentation skills, storytelling, bolne ki kala, manch, extempore, group discussion, gd, voice modulation, भाषण, मंच, वाद विवाद, आत्मविश्वास',
  'public-speaking, stage-presence', 'storytelling'),
('subject', 'Communication skills', 'communication, communication skills, communication skill, soft skills, personality development, personality, body language, shy, hesitation, jhijhak, samvad, vyaktitva vikas, english confidence, etiquette, व्यक्तित्व विकास, संवाद', 'soft-skills', 'public-speaking, spoken-english, difficult-conversations'),
('subject', 'Writing', 'writing, writer, likhna, technical writing, technical writer, report writing, report, documentation, blog writing, blog, content writing, copywriting, editing, proofreading, email writing, thesis, research paper, dissertation, sop, statement of purpose, project report, लिखना', 'writing', 'documentation, essay-writing, content-strategy, short-stories'),
('subject', 'Creative writing', 'creative writing, story writing, stories, short story, short stories, story, fiction, novel, poem, poems, poetry, poem writing, script writing, screenplay, kahani, kahani likhna, upanyas', 'short-stories', 'writing, storytelling, hindi-writing'),
('subject', 'Interview preparation',
  'interview, interviews, interview preparation, interview prep, mock interview, job interview, hr round, hr interview, hr questions, placement, placements, campus placement, naukri interview, sakshatkar, interview ki taiyari, tell me about yourself, job, jobs, job search, naukri, first job, internship, साक्षात्कार, इंटरव्यू, नौकरी',
  'interview-preparation', 'resume-review, negotiation'),
('subject', 'Resume', 'resume, resumes, cv, curriculum vitae, biodata, bio data, cover letter, linkedin, linkedin profile, job application, resume review, resume banana, cv review, career break, रिज्यूमे, रेज़्यूमे, बायोडाटा', 'resume-review', 'interview-preparation'),
('subject', 'Career', 'career, careers, career coaching, career guidance, career advice, career counselling, career change, career switch, which stream, stream selection, after 12th, after 10th, course selection, college selection, future, higher studies, study abroad, mentor for career, rojgar, करियर, कैरियर, भविष्य', 'career-coaching', 'interview-preparation, resume-review'),
('subject', 'Negotiation', 'negotiation, negotiate, salary, salary negotiation, salary hike, hike, increment, offer letter, bargaining, difficult conversation, difficult conversations, conflict, वेतन, सैलरी', 'negotiation', 'difficult-conversations, interview-preparation'),
('subject', 'Leadership', 'leadership, leader, netritva, manager, managers, first time manager, management, team management, team building, team leader, executive coach, executive coaching, people management, delegation, boss, नेतृत्व, लीडरशिप', 'leadership-development', 'team-building, difficult-conversations, project-management'),
('subject', 'Product management', 'product management, product manager, product thinking, product case, product cases, pm interview, roadmap', 'product-thinking', 'interview-preparation, project-management'),
('subject', 'Project management', 'project management, project manager, project planning, pmp, pmp exam, pmp certification, scrum, agile, capm, prince2, schedule planning, kanban, प्रोजेक्ट मैनेजमेंट', 'project-management, pmp', 'certifications, leadership-development'),
('subject', 'Digital marketing', 'digital marketing, online marketing, marketing, internet marketing, performance marketing, ads, advertising, vigyapan, marketing career, mba marketing, facebook ads, instagram ads, promotion, lead generation, affiliate, डिजिटल मार्केटिंग, मार्केटिंग, विज्ञापन', 'digital-marketing', 'search-marketing, content-strategy, email-campaigns, branding'),
('subject', 'Search marketing', 'seo, sem, search engine optimisation, search engine optimization, search marketing, google ads, adwords, ppc, keywords, website ranking, google ranking, एसईओ', 'search-marketing', 'analytics, content-strategy'),
('subject', 'Social media', 'social media, social media marketing, instagram, insta, youtube, youtube channel, youtuber, reels, facebook, captions, content strategy, content creation, content creator, content marketing, influencer, followers, सोशल मीडिया, यूट्यूब, इंस्टाग्राम', 'content-strategy', 'branding, search-marketing'),
('subject', 'Email marketing and brand', 'email marketing, email campaigns, email campaign, newsletter, newsletters, brand, branding, brand building, brand voice, subject lines, mailchimp, ब्रांड', 'email-campaigns, branding', 'content-strategy'),
('subject', 'Start-ups', 'startup, startups, start up, startup idea, founder, co founder, cofounder, entrepreneur, entrepreneurship, funding, pitch, pitch deck, investors, mvp, business idea, business model, new business, udyamita, स्टार्टअप, उद्यमी', 'startups', 'pricing'),
('subject', 'Business', 'business, vyapar, vyavsay, dhandha, dukan, shop, small business, business plan, business skills, bba, mba, business studies, bst, business management, pricing, customers, sales, selling, bechna, import export, msme, व्यापार, व्यवसाय, बिज़नेस, दुकान, धंधा', 'business-skills', 'startups, pricing, bookkeeping, small-loans'),
('subject', 'Hotels and tourism', 'hotel, hotels, hotel management, hospitality, homestay, homestays, tourism, travel, guest house, airbnb, restaurant, paryatan, पर्यटन, होटल', 'homestays, guest-service', 'business-skills'),
('subject', 'Law', 'law, lawyer, legal, advocate, vakil, vakeel, kanoon, kanun, llb, clat, contract, contracts, agreement, rent agreement, legal advice, rti, court, वकील, कानून, क़ानून', 'contracts, law', 'negotiation'),
('subject', 'Tax', 'tax, taxes, income tax, itr, itr filing, income tax return, tax return, tax filing, tax saving, taxation, aaykar, gst, gst return, tds, 80c, ca, chartered accountant, articleship, ca foundation, ca inter, आयकर, टैक्स, जीएसटी, सीए', 'income-tax, gst', 'personal-finance, accountancy'),
('subject', 'Personal finance', 'personal finance, finance, money, money management, paisa, paise, paise bachana, paisa bachana, savings, saving, save money, bachat, budgeting, financial planning, financial planner, financial advisor, wealth, insurance, bima, lic, pension, retirement, retirement planning, nps, ppf, fd, emi planning, vitt, धन, पैसा, पैसे, बचत, बीमा, पेंशन, निवेश योजना', 'personal-finance, retirement-planning', 'mutual-funds, income-tax, loans'),
('subject', 'Investing', 'invest, investing, investment, investments, nivesh, mutual fund, mutual funds, sip, stock market, share market, shares, share bazaar, stocks, trading, demat, nifty, sensex, equity, nism, portfolio investment, crypto, निवेश, म्यूचुअल फंड, शेयर बाजार, शेयर मार्केट, एसआईपी', 'mutual-funds, risk-basics', 'personal-finance'),
('subject', 'Loans', 'loan, loans, education loan, home loan, personal loan, car loan, emi, karz, karj, rin, udhar, mudra loan, credit score, cibil, bank loan, credit card, कर्ज, लोन, ऋण', 'loans, small-loans', 'personal-finance'),
('subject', 'Bank exams', 'bank exam, bank exams, bank po, bank clerk, ibps, ibps po, sbi po, sbi clerk, rbi grade b, jaiib, caiib, banking, banker, bank, बैंक, बैंकिंग, बैंक परीक्षा', 'bank-exams', 'loans'),
('subject', 'Officer selection', 'ssb, ssb interview, nda, cds, afcat, army, defence, defense, navy, air force, fauj, sena, officer interview, officer interviews, soldier, agniveer, सेना, एनडीए, फौज', 'officer-interviews', 'team-building'),
('subject', 'JEE', 'jee, iit, iit jee, jee mains, jee main, jee advanced, jee mains advanced, engineering entrance, iitjee, bitsat, जेईई, आईआईटी', 'jee', ''),
('subject', 'NEET', 'neet, neet ug, medical entrance, medical exam, pmt, aiims, mbbs entrance, medical ki taiyari, doctor banna, नीट, मेडिकल', 'neet', ''),
('subject', 'UPSC', 'upsc, ias, ips, civil services, civil service, cse, upsc prelims, prelims, optional subject, upsc mains, state pcs, pcs, uppsc, bpsc, mppsc, collector, collector banna, lbsnaa, यूपीएससी, आईएएस, सिविल सेवा, सिविल सेवा परीक्षा, कलेक्टर', 'upsc', 'current-affairs, indian-polity'),
('subject', 'Test preparation', 'test preparation, exam, exams, exam preparation, exam prep, board exam, boards, board exams, competitive exam, competitive exams, entrance exam, entrance, mock test, mock tests, test series, ssc, ssc cgl, cgl, railway, rrb, cuet, olympiad, pariksha, pariksha ki taiyari, sarkari naukri, government job, govt job, परीक्षा, बोर्ड, प्रतियोगी परीक्षा, सरकारी नौकरी', 'test-preparation', 'study-techniques'),
('subject', 'Exam nerves', 'exam stress, exam tension, exam ka tension, exam fear, exam ka dar, exam anxiety, exam nerves, nervous, nervousness, ghabrahat, dar lagta hai, darr lagta hai, fear of exams, pariksha ka dar, घबराहट, परीक्षा का डर', 'exam-nerves', 'study-techniques, breathing'),
('subject', 'Study techniques',
  'study techniques, study skills, study plan, study tips, time table, timetable, time management, revision, revision plan, revision plans, revise, focus, concentration, concentrate, dhyan, mann nahi lagta, man nahi lagta, padhai mein mann nahi lagta, padhai mein man nahi lagta, how to study, how i study, memory, remember, memorise, memorize, yaad nahi rehta, yaad karna, yaad rakhna, yaad kaise rakhe, bhool jata hoon, bhool jati hoon, notes, note making, procrastination, self study, backlog, topper, पढ़ाई, ध्यान, याद नहीं रहता, मन नहीं लगता, याद करना, टाइम टेबल, दोहराना',
  'study-techniques, revision-plans', 'exam-nerves'),
('subject', 'Homework', 'homework, home work, homework help, grihkarya, assignment, assignments, worksheet, school work, project work, holiday homework, गृहकार्य, होमवर्क', 'homework-help', 'subject-specific-tutoring'),
('subject', 'Young learners', 'kids, kid, child, children, my son, my daughter, son, daughter, beta, beti, bachcha, bachche, bacche, primary, primary school, primary teacher, middle school, junior, small children, nursery, kg, kindergarten, parents, बच्चा, बच्चे, बच्चों, बेटा, बेटी, प्राथमिक', 'homework-help', 'environmental-studies, study-techniques'),
('subject', 'Tutoring', 'tutoring, subject tutoring, home tutor, home tuition, ncert, cbse, icse, state board, school subjects, all subjects', 'subject-specific-tutoring', 'homework-help'),
('subject', 'Certifications', 'certification, certifications, certificate, certificates, pramanpatra, certification exam, professional course', 'certifications', 'pmp, cloud-basics'),
('subject', 'Nutrition', 'nutrition, nutritionist, dietician, dietitian, diet, diet plan, diet chart, food, khana, khanpan, weight loss, lose weight, motapa, wajan kam, vajan kam, weight gain, protein, calories, meal plan, meal planning, diabetes, sugar, poshan, aahar, hostel food, पोषण, आहार, खाना, डाइट, वजन, मोटापा, मधुमेह', 'nutrition, meal-planning', 'fitness'),
('subject', 'Yoga', 'yoga, yog, yogasan, asana, asanas, pranayam, pranayama, breathing, breathing exercise, meditation, dhyan lagana, sleep, neend, insomnia, neend nahi aati, wellness, योग, योगा, प्राणायाम, नींद', 'yoga, breathing, sleep-habits', 'fitness'),
('subject', 'Fitness and physiotherapy', 'fitness, gym, workout, exercise, exercises, kasrat, vyayam, stretching, physiotherapy, physiotherapist, physio, injury, chot, sports, sports injury, back pain, kamar dard, knee pain, ghutne ka dard, neck pain, dard, pain, posture, kabaddi, football, cricket, athlete, running, rehab, फिटनेस, कसरत, व्यायाम, चोट, कमर दर्द, दर्द', 'injury-recovery, fitness', 'yoga'),
('subject', 'Health', 'health, healthy, swasthya, sehat, doctor, physician, daktar, medical advice, blood test, test report, test reports, report samajhna, medicine, dawai, dawa, illness, bimari, fever, bukhar, bp, blood pressure, checkup, first aid, स्वास्थ्य, सेहत, डॉक्टर, बीमारी, दवाई', 'preventive-care', 'medical-careers, nutrition'),
('subject', 'Medical careers', 'medical career, medical careers, mbbs, md, medical pg, neet pg, nursing, nurse, medical student, medical graduate, pharmacy, hospital', 'medical-careers', 'preventive-care, neet, biology'),
('ignored', 'Everyday words in English',
  'a, an, the, i, me, my, we, you, your, is, am, are, was, be, do, does, did, can, could, will, would, should, to, of, in, on, at, for, from, with, by, and, or, but, it, this, that, about, how, what, which, who, whom, where, when, why, have, has, need, needs, needed, want, wants, looking, look, find, search, get, give, help, help me, help me with, need help, need help with, please, pls, plz, some, someone, somebody, anyone, any, best, good, great, top, nice, near me, online, free, cheap, now, today, urgent, urgently, asap, quick, quickly, fast, learn, learning, teach, teaching, teacher, teachers, tutor, tutors, tuition, coach, mentor, guide, sir, madam, maam, expert, experts, class, classes, coaching, course, courses, lesson, lessons, study, studies, studying, subject, subjects, topic, topics, chapter, chapters, question, questions, doubt, doubts, problem, problems, numerical, numericals, solve, solution, explain, explanation, understand, understanding, basics, basic, beginner, beginners, start, started, concept, concepts, theory, practice, school, college, university, grade, std, standard, first, year, level, syllabus, very, so, too, not, no, hard, difficult, tough, weak, easy, hello, hi, hey, im, there, tips, preparation, prep, prepare, crack, score, marks, improve, better, like, make, making, use, using, speak, speaks, speaking, who can, who knows, knows, person, people, call, talk, session, between, vs, want to, want to learn, how to, more, only, also, if, as, up, out, into, get better, error, errors',
  '', ''),
('ignored', 'Everyday words in Hinglish',
  'kaise, kese, kaise kare, kaise karen, kaise karu, kaise padhe, kaise padhu, kaise sikhe, kaise seekhe, kaise banaye, kya, kyu, kyun, kyon, kab, kahan, kaun, kon, kaunsa, kitna, ka, ki, ke, ko, se, me, mein, mai, main, par, pe, aur, ya, hai, hain, hu, hoon, ho, tha, thi, nahi, nahin, na, mat, mujhe, mujhko, mera, meri, mere, hum, hame, hamara, aap, apka, aapka, tum, koi, kuch, kuchh, yeh, ye, woh, wo, vo, is, us, chahiye, chaiye, chahie, karo, kare, karna, karne, karni, karta, karti, kar, do, dijiye, batao, bataye, bataiye, batana, samajh, samajh nahi aa raha, samajh nahi aata, samajh nahi aa rahi, samajh nahi aati, samjhao, samjhaiye, samajhna, samajh me nahi aata, samajh mein nahi aata, samjha do, aa raha, aata, aati, sikhna, seekhna, sikhna hai, seekhna hai, sikhe, seekhe, sikho, seekho, sikhao, sikhaye, sikha do, padhna, padna, padhna hai, padhe, padhao, padhai, padhaye, padhane wala, padhane wale, padhane wali, wala, wale, wali, madad, madad chahiye, sahayata, guru, guruji, shikshak, adhyapak, ustad, sirji, sir ji, madam ji, bhaiya, didi, accha, acha, achha, acche, achchha, sabse, sabse accha, jaldi, abhi, aaj, bahut, thoda, mushkil, kathin, aasan, taiyari, tayari, taiyari kaise kare, sawal, sawaal, prashn, savaal, vishay, paath, adhyay, kaksha, banana, banane, bharna, bharne, lagta, lagti, lagta hai, hota, hoti, hota hai, liye, ke liye, saath, sath, wah, ji, jaye, jata, raha, rahi, rahe, sakta, sakte, sakti, bol, bolo, bolna, kis, kisi, dost, bhi, hi, to, toh, phir, fir, ab',
  '', ''),
('ignored', 'Everyday words in Devanagari',
  'का, की, के, को, से, में, पर, और, या, है, हैं, हूँ, हूं, हो, था, थी, नहीं, ना, न, मत, मुझे, मुझको, मेरा, मेरी, मेरे, हम, आप, आपका, कोई, कुछ, यह, ये, वह, वो, क्या, क्यों, कैसे, कब, कहाँ, कहां, कौन, कितना, कैसे पढ़ें, कैसे पढ़े, कैसे सीखें, कैसे करें, कैसे बनाएं, चाहिए, चाहिये, करो, करें, करना, करनी, दो, दीजिए, बताओ, बताइए, समझ, समझ नहीं आ रहा, समझ नहीं आता, समझ में नहीं आता, समझ नहीं आती, समझाओ, समझाइए, समझना, सीखना, सीखना है, सीखें, सिखाओ, सिखाने वाला, पढ़ना, पढ़ना है, पढ़ें, पढ़ाओ, पढ़ाने वाला, मदद, मदद चाहिए, सहायता, शिक्षक, शिक्षिका, अध्यापक, अध्यापिका, गुरु, गुरुजी, टीचर, सर, मैडम, ट्यूशन, कोचिंग, क्लास, अच्छा, अच्छे, अच्छी, सबसे, सबसे अच्छा, जल्दी, अभी, आज, बहुत, थोड़ा, मुश्किल, कठिन, आसान, तैयारी, की तैयारी, सवाल, प्रश्न, विषय, पाठ, अध्याय, कक्षा, के लिए, लिए, साथ, जी, बनाना, बोलना, भी, तो, वाला, वाले, वाली',
  '', ''),
('ignored', 'Words of a whole question',
  'value, value of, the value of, values of, see photo, see the photo, see my photo, see this photo, see attached photo, check photo, check the photo, look at the photo, look at photo, the photo, this photo, photo attached, attached photo, attached a photo, sent a photo, photo is attached, photo below, in photo, in the photo, in this photo, from the photo, photo me, photo mein, photo mai, photo main, photo me hai, photo mein hai, photo dekho, photo dekhiye, photo dekh lo, photo dekhkar, photo bheji hai, photo bheja hai, photo bheji, photo wala, photo wale, photo ka, photo hai, फोटो में, फोटो देखो, फोटो देखिए, फोटो देखकर, फोटो भेजी है, फोटो वाला, फोटो का',
  '', '')
) as topic (kind, name, words, subjects, related);
