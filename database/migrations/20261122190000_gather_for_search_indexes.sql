-- What is written waits in a list and comes into its index with all the rest, which costs half of one by one; the one who writes,
-- the sync of the glossary (glossary/source), empties the lists before it commits, so that no search reads through them.
alter index terms_fts_en set (fastupdate = on);
alter index terms_fts_simple set (fastupdate = on);
alter index search_terms_names set (fastupdate = on);
alter index search_terms_aliases set (fastupdate = on);
alter index search_names_like set (fastupdate = on);
alter index search_words_like set (fastupdate = on);

-- Both tables are written anew together; looking every name's term up, and every term's names when they go, is a third of the work.
alter table search_names drop constraint search_names_place_fkey;
