/**
 * The most characters of a note that goes with *Allow*. Claude reads 10,000 characters whole, with the words before the note (`allowedWith`). For a
 * longer text 2.1.100 and 2.1.329 give Claude the first 2,000 and the name of a file that holds it (docs/protocol.md).
 */
export const longestNote = 9_900;
