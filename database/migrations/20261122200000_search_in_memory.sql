-- A search runs in the server's memory (docs/decisions/006): what it needs beside the words of `terms` is no table any more.
drop function suggest_terms (text, text, text, text, text, text, text[], text, text, integer);
drop function find_terms (text, text, text, text, text, text, text[], text, text, integer);
drop table search_names, search_terms, search_words;
-- pg_trgm stays where it is: it may have been there before us, or be used by others since.
