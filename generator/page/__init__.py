"""The page on the teacher's own machine: kits to choose, see and print, records to check, lists."""
