//! `sliding completions` and `sliding man`: generated from the definitions that parse the command
//! line.

use clap::Command;
use clap_complete::aot::{Shell, generate};
use clap_mangen::Man;

use super::command_line;
use super::*;

const COMPLETIONS: &str = "\
Exit codes: 0 written, 2 bad usage.

Examples:
  sliding completions bash > ~/.local/share/bash-completion/completions/sliding
  sliding completions fish > ~/.config/fish/completions/sliding.fish";

pub const MAN: &str = "\
Exit codes: 0 written, 2 bad usage.

Examples:
  sliding man > sliding.1
  sliding man | man -l -";

#[derive(Args)]
#[command(after_long_help = COMPLETIONS)]
pub struct Completions {
    /// bash, zsh, fish, powershell or elvish
    #[arg(value_name = "SHELL", hide_possible_values = true)]
    shell: Shell,
}

pub fn completions(arguments: &Completions, console: &mut Console) -> CommandResult {
    // The generator panics on write errors, so it writes to memory.
    let mut script = Vec::new();
    generate(arguments.shell, &mut command_line(), "sliding", &mut script);
    console.out.write_all(&script)?;
    Ok(Verdict::Fine)
}

/// Writes a single page: the program, and a section for each of its commands.
pub fn manual(console: &mut Console) -> CommandResult {
    let out = &mut console.out;
    let mut line = command_line();
    line.build();
    let page = Man::new(line.clone());
    page.render_title(out)?;
    page.render_name_section(out)?;
    page.render_synopsis_section(out)?;
    page.render_description_section(out)?;
    page.render_options_section(out)?;
    let listed = line.get_subcommands().filter(|command| !command.is_hide_set());
    listed.into_iter().try_for_each(|command| section(command, out))?;
    Ok(Verdict::Fine)
}

/// Writes a command, and below it its subcommands.
fn section(command: &Command, out: &mut dyn Write) -> io::Result<()> {
    let name = command.get_bin_name().unwrap_or(command.get_name()).to_uppercase();
    let page = Man::new(command.clone());
    let mut text = Vec::new();
    page.render_synopsis_section(&mut text)?;
    page.render_description_section(&mut text)?;
    page.render_options_section(&mut text)?;
    page.render_extra_section(&mut text)?;
    // Sections of a separate page become parts of a section here.
    let text = String::from_utf8_lossy(&text);
    let text = text.replace("\n.SH EXTRA", "\n.SH NOTES").replace("\n.SH ", "\n.SS ");
    write!(out, ".SH \"{name}\"\n{text}")?;
    command.get_subcommands().try_for_each(|below| section(below, out))
}
